'use client'

import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Why the option is disabled, as a sentence; null (default) = enabled. It stays focusable to announce the reason. */
  readonly disabledReason?: string | null
}

interface SegmentedProps<Value extends string> {
  /** Accessible name: "Window". */
  readonly label: string
  readonly value: Value
  readonly options: readonly SegmentedOption<Value>[]
  readonly onChange: (value: Value) => void
}

/**
 * A choice between two to four visible options. Radio buttons underneath provide arrow keys and
 * form data.
 */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map(option => (
        <label key={option.value} className={styles.option} data-tip={option.disabledReason ?? undefined}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            aria-disabled={Boolean(option.disabledReason) || undefined}
            aria-description={option.disabledReason ?? undefined}
            onChange={() => {
              if (!option.disabledReason) onChange(option.value)
            }}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
