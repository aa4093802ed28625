'use client'

import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Why the option is disabled, as a sentence; null (default) = enabled. It stays focusable to announce the reason. */
  readonly obstacle?: string | null
}

interface SegmentedProps<Value extends string> {
  /** What is chosen, for assistive technology: "Window". */
  readonly label: string
  readonly value: Value
  readonly options: readonly SegmentedOption<Value>[]
  readonly onChange: (value: Value) => void
}

/** One of two to four choices, all in sight. Radio buttons underneath, so that arrows move and the form knows them. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map(option => (
        <label key={option.value} className={styles.option} data-tip={option.obstacle ?? undefined}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            aria-disabled={Boolean(option.obstacle) || undefined}
            aria-description={option.obstacle ?? undefined}
            onChange={() => {
              if (!option.obstacle) onChange(option.value)
            }}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
