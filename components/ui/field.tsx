import { createContext, type ReactNode, use, useId } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { Message } from './message.tsx'

export interface FieldProps {
  readonly label: ReactNode
  /** Hint after the label: "optional", "from the plan". */
  readonly hint?: string | undefined
  readonly help?: ReactNode
  /** Problem of the input. Replaces the help and marks the control as invalid. */
  readonly error?: ReactNode
  /** Warning about valid input. */
  readonly warning?: ReactNode
}

/** Ids that tie a control to its label, help and error. */
interface ControlIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Layout of a form field: label above, help or error below the control. */
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
  const wrong = hasContent(error)
  const doubtful = hasContent(warning)
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

function hasContent(content: ReactNode): boolean {
  return content !== undefined && content !== null && content !== ''
}

/** Why the forms of the page are disabled, as a sentence; null when they are enabled. */
export const FormDisabledReason = createContext<string | null>(null)

/** Shows in a form why the forms of the page are disabled. */
export function FormDisabledMessage() {
  const obstacle = use(FormDisabledReason)
  if (obstacle === null) return null
  return (
    <Message tone="danger" announce>
      {obstacle}
    </Message>
  )
}
