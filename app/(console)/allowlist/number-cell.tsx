import { useId } from 'react'
import styles from './allowlist.module.css'
import { numberProblem } from './draft.ts'

interface NumberCellProps {
  readonly label: string
  readonly showLabel?: boolean
  readonly value: string
  /** Id of the element with the problem, where it does not fit below the field. */
  readonly problemId?: string
  /** Null when the user may not edit: the cell shows the value as text. */
  readonly onChange: ((value: string) => void) | null
}

/** A whole number in a table. Invalid input stays as typed, with the reason. */
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

/** Why the input is not a valid number. */
export function NumberProblem({ id, problem }: { readonly id: string; readonly problem: string }) {
  return (
    <span id={id} className={styles.numberProblem}>
      {problem}
    </span>
  )
}
