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
  /** Absent for a read-only value, which stays focusable. */
  readonly onChange?: ((value: string) => void) | undefined
  /** Monospace, for names, ids and selectors. */
  readonly mono?: boolean
}

/** Single-line text field. */
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

type NativeArea = 'autoFocus' | 'maxLength' | 'name' | 'placeholder' | 'ref' | 'required'

interface TextAreaProps extends FieldProps, Pick<ComponentProps<'textarea'>, NativeArea> {
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
