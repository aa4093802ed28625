'use client'

import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Native = 'autoFocus' | 'maxLength' | 'name' | 'placeholder' | 'ref' | 'required'

interface TextAreaProps extends FieldProps, Pick<ComponentProps<'textarea'>, Native> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** For the text of a file: higher, and each character as wide as the others. */
  readonly file?: boolean
}

/** Several lines of text, for a reason or a note; it grows with what is typed, up to a bound. */
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
