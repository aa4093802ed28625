'use client'

import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Native = 'autoFocus' | 'maxLength' | 'name' | 'placeholder' | 'ref' | 'required'

interface TextAreaProps extends FieldProps, Pick<ComponentProps<'textarea'>, Native> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Taller and monospace, for the text of a file. */
  readonly file?: boolean
}

/** Multi-line text field. It grows with its text, up to a maximum. */
export function TextArea({ label, hint, help, error, warning, value, onChange, ...more }: TextAreaProps) {
  const { file = false, ...native } = more
  return (
    <Field label={label} hint={hint} help={help} error={error} warning={warning}>
      {ids => (
        <textarea
          {...native}
          {...ids}
          rows={2}
          className={cx(styles.control, styles.area, file && styles.file)}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
