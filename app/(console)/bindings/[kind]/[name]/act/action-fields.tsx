import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { ActionForm } from './action-form.ts'
import { ActionReason } from './action-reason.tsx'
import { HoldFields } from './hold-fields.tsx'
import { RepairFields } from './repair-fields.tsx'

interface ActionFieldsProps {
  readonly offer: ActionOffer
  readonly name: string
  /** Whether the action changes an existing hold. */
  readonly changesHold: boolean
  readonly form: ActionForm
  /** Whether the name has to be typed. */
  readonly confirm: boolean
  readonly onChange: (part: Partial<ActionForm>) => void
}

/** Form fields of an action. */
export function ActionFields({ offer, name, changesHold, form, confirm, onChange }: ActionFieldsProps) {
  const { action } = offer
  return (
    <>
      <ActionReason
        reason={form.reason}
        ticket={form.ticket}
        onReason={reason => onChange({ reason })}
        onTicket={ticket => onChange({ ticket })}
      />
      {action === 'hold' && (
        <HoldFields until={form.until} kept={changesHold} onChange={until => onChange({ until })} />
      )}
      {action === 'repair' && (
        <RepairFields offer={offer} labels={form.labels} onChange={labels => onChange({ labels })} />
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
