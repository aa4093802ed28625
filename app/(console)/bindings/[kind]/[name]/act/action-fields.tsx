import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-area.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import styles from './act.module.css'
import { type ActionForm, oneLine } from './action-form.ts'
import { HoldFields } from './hold-fields.tsx'
import { RepairFields } from './repair-fields.tsx'

interface ActionFieldsProps {
  readonly offer: ActionOffer
  readonly name: string
  readonly form: ActionForm
  /** Whether the name has to be typed. */
  readonly confirm: boolean
  readonly onChange: (part: Partial<ActionForm>) => void
}

/** What somebody says to an action. */
export function ActionFields({ offer: { action, undecided }, name, form, confirm, onChange }: ActionFieldsProps) {
  return (
    <>
      <div className={styles.said}>
        <TextArea
          label="Reason"
          required
          maxLength={500}
          value={form.reason}
          onChange={reason => onChange({ reason: oneLine(reason) })}
        />
        <TextField
          label="Ticket"
          hint="optional"
          help="Shown in the audit log"
          autoComplete="off"
          maxLength={100}
          value={form.ticket}
          onChange={ticket => onChange({ ticket })}
        />
      </div>
      {action === 'hold' && <HoldFields until={form.until} onChange={until => onChange({ until })} />}
      {action === 'repair' && (
        <RepairFields undecided={undecided} labels={form.labels} onChange={labels => onChange({ labels })} />
      )}
      {confirm && (
        <TextField
          label={
            <span>
              Type the binding name to confirm: <span className={text.mono}>{name}</span>
            </span>
          }
          mono
          autoComplete="off"
          value={form.confirmed}
          onChange={confirmed => onChange({ confirmed })}
        />
      )}
    </>
  )
}
