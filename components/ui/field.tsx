import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldProps {
  readonly label: ReactNode
  /** Grey words after the label: "optional", "from the plan". */
  readonly hint?: string | undefined
  readonly help?: ReactNode
  /** Replaces the help and marks the control as wrong. */
  readonly error?: ReactNode
  /** What will not work as it stands, though it may. */
  readonly warning?: ReactNode
}

/** What a control needs to be tied to its label, help and error. */
interface ControlIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Label above, control, help or error below. */
export function Field({
  label,
  hint,
  help,
  error,
  warning,
  children,
}: FieldProps & { readonly children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const belowId = `${id}-below`
  const warningId = `${id}-warning`
  const wrong = isSaid(error)
  const doubtful = isSaid(warning)
  const below = wrong || help !== undefined
  const described = [below && belowId, doubtful && warningId].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong || undefined })}
      {below && (
        <div id={belowId} className={wrong ? styles.error : styles.help}>
          {wrong && <Icon name="error" size={14} />}
          <span>{wrong ? error : help}</span>
        </div>
      )}
      {doubtful && (
        <div id={warningId} className={styles.warning}>
          <Icon name="warning" size={14} />
          <span>{warning}</span>
        </div>
      )}
    </div>
  )
}

function isSaid(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== ''
}
