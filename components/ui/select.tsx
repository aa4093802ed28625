'use client'

import { cx } from './cx.ts'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

interface SelectOption {
  readonly value: string
  readonly label: string
}

interface SelectProps extends FieldProps {
  readonly name?: string
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  readonly mono?: boolean
}

/** A choice between a few fixed options, on the native list. */
export function Select(props: SelectProps) {
  const { label, hint, help, error, warning, name, value, options, onChange, mono } = props
  return (
    <Field label={label} hint={hint} help={help} error={error} warning={warning}>
      {ids => (
        <span className={styles.select}>
          <select
            {...ids}
            name={name}
            className={cx(fieldStyles.control, mono && fieldStyles.mono)}
            value={value}
            onChange={event => onChange(event.target.value)}
          >
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={14} />
        </span>
      )}
    </Field>
  )
}
