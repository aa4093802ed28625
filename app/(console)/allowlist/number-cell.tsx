import { useId } from 'react'
import styles from './allowlist.module.css'
import { numberProblem } from './draft.ts'

interface NumberCellProps {
  readonly label: string
  readonly showLabel?: boolean
  readonly value: string
  /** The element that says what is wrong, where there is more room than below the field. */
  readonly problemId?: string
  /** Null for who may not change it: then it is read, not a field. */
  readonly onChange: ((value: string) => void) | null
}

/** A whole number in a table. What is none stays as it was typed, with the reason. */
export function NumberCell({ label, showLabel = false, value, problemId, onChange }: NumberCellProps) {
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
        aria-describedby={problem === undefined ? undefined : (problemId ?? `${id}-problem`)}
        onChange={event => onChange(event.target.value)}
      />
      {problem !== undefined && problemId === undefined && <NumberProblem id={`${id}-problem`} problem={problem} />}
    </span>
  )
}

/** Why what was typed is no number. */
export function NumberProblem({ id, problem }: { readonly id: string; readonly problem: string }) {
  return (
    <span id={id} className={styles.numberProblem}>
      {problem}
    </span>
  )
}
