import { useId } from 'react'
import styles from './allowlist.module.css'
import { numberProblem } from './draft.ts'

interface NumberCellProps {
  readonly label: string
  readonly showLabel?: boolean
  readonly value: string
  /** Null for who may not change it: then it is read, not a field. */
  readonly onChange: ((value: string) => void) | null
}

/** A whole number in a table. What is none stays as it was typed, with the reason. */
export function NumberCell({ label, showLabel = false, value, onChange }: NumberCellProps) {
  const id = useId()
  const problem = numberProblem(value)
  if (onChange === null) {
    return (
      <span>
        {showLabel && `${label} `}
        {value === '' ? '—' : value}
      </span>
    )
  }
  return (
    <span className={styles.numberCell}>
      {showLabel && (
        <label htmlFor={id} className={styles.numberLabel}>
          {label}
        </label>
      )}
      <input
        id={id}
        aria-label={showLabel ? undefined : label}
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        placeholder="—"
        value={value}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={event => onChange(event.target.value)}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className={styles.numberProblem}>
          {problem}
        </span>
      )}
    </span>
  )
}
