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
  children,
}: FieldProps & { readonly children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const belowId = `${id}-below`
  const wrong = error !== undefined && error !== null && error !== ''
  const below = wrong || help !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </label>
      {children({ id, 'aria-describedby': below ? belowId : undefined, 'aria-invalid': wrong || undefined })}
      {below && (
        <div id={belowId} className={wrong ? styles.error : styles.help}>
          {wrong && <Icon name="error" size={14} />}
          <span>{wrong ? error : help}</span>
        </div>
      )}
    </div>
  )
}
