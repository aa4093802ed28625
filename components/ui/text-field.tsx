'use client'

import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Native =
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'maxLength'
  | 'name'
  | 'placeholder'
  | 'ref'
  | 'required'
  | 'type'

interface TextFieldProps extends FieldProps, Pick<ComponentProps<'input'>, Native> {
  readonly value: string
  /** Absent for a value that cannot be changed here; it stays readable and focusable. */
  readonly onChange?: ((value: string) => void) | undefined
  /** For what can be pasted into a shell: names, ids, selectors. */
  readonly mono?: boolean
}

/** One line of text. */
export function TextField({ label, hint, help, error, warning, value, onChange, mono, ...native }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} help={help} error={error} warning={warning}>
      {ids => (
        <input
          {...native}
          {...ids}
          className={cx(styles.control, mono && styles.mono)}
          value={value}
          readOnly={onChange === undefined}
          spellCheck={!mono}
          onChange={event => onChange?.(event.target.value)}
        />
      )}
    </Field>
  )
}
