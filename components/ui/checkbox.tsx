'use client'

import type { ReactNode } from 'react'
import styles from './checkbox.module.css'
import { cx } from './cx.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface CheckboxProps {
  readonly label: ReactNode
  /** The label is for assistive technology only, as in a table's first column. */
  readonly hideLabel?: boolean
  /** `mixed` when only some of the represented items are checked. */
  readonly checked: boolean | 'mixed'
  /** `shift`: the shift key was held. */
  readonly onChange: (checked: boolean, shift: boolean) => void
  readonly name?: string
  readonly tabIndex?: number
}

/** Yes or no. A click on `mixed` checks all. */
export function Checkbox({ label, hideLabel = false, checked, onChange, name, tabIndex }: CheckboxProps) {
  const mixed = checked === 'mixed'
  return (
    <label className={cx(styles.label, hideLabel && styles.bare)}>
      <input
        ref={input => {
          if (input) input.indeterminate = mixed
        }}
        type="checkbox"
        name={name}
        className={styles.box}
        checked={checked === true}
        tabIndex={tabIndex}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, 'shiftKey' in nativeEvent && !!nativeEvent.shiftKey)
        }
      />
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </label>
  )
}
