'use client'

import { useState } from 'react'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { Button } from '#components/ui/button.tsx'
import { serverNow } from '#components/ui/clock.tsx'
import { Select } from '#components/ui/select.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import { type LabelName, labelValueProblem } from '#lib/hap/pools/labels.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import { formatCount, formatExact } from '#lib/util/format.ts'
import { ReasonFields } from '../../../../reason-fields.tsx'
import styles from './act.module.css'
import { type ActionForm, toSingleLine } from './action-form.ts'

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
        <HoldFields until={form.until} changesHold={changesHold} onChange={until => onChange({ until })} />
      )}
      {action === 'repair' && (
        <RepairFields offer={offer} labels={form.labels} onChange={labels => onChange({ labels })} />
      )}
      {confirm && (
        <TextField
          label={
            <span>
              Enter the binding name to confirm: <span className={text.mono}>{name}</span>
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

interface ActionReasonProps {
  readonly reason: string
  readonly ticket: string
  readonly onReason: (reason: string) => void
  readonly onTicket: (ticket: string) => void
}

/** Reason and ticket of an action on bindings. */
export function ActionReason({ onReason, ...rest }: ActionReasonProps) {
  return (
    <ReasonFields
      {...rest}
      help="Reason and ticket are stored in the audit log"
      onReason={reason => onReason(toSingleLine(reason))}
    />
  )
}

interface RepairFieldsProps {
  readonly offer: Pick<ActionOffer, 'undecided' | 'open' | 'owners'>
  readonly labels: LabelChoice
  readonly onChange: (labels: LabelChoice) => void
}

const TEXTS: ReadonlySet<LabelName> = new Set(['hyperscalerType', 'tenantName'])
const CHOOSE = { value: '', label: 'Choose' }
const TRUE = { value: 'true', label: 'true' }
const NONE = { value: 'none', label: 'without the label' }

/** Fields for malformed labels that a person has to set or may override. */
function RepairFields({ offer: { undecided, open, owners }, labels, onChange }: RepairFieldsProps) {
  const names: ReadonlySet<LabelName> = new Set([...undecided, ...open])
  const choose = (name: LabelName, value: string | null | undefined) => {
    const { [name]: _, ...others } = labels
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  if (names.size === 0) return null
  return (
    <div className={styles.two}>
      {[...names].map(name =>
        TEXTS.has(name) ? (
          <TextField
            key={name}
            label={name}
            hint={undecided.includes(name) ? undefined : 'optional'}
            help={
              name === 'tenantName' && owners.length > 0 ? (
                <ClusterOwners owners={owners} onChoose={owner => choose(name, owner)} />
              ) : undefined
            }
            error={labelValueProblem(labels[name] ?? '')}
            mono
            value={labels[name] ?? ''}
            onChange={value => choose(name, value === '' ? undefined : value)}
          />
        ) : (
          <Select
            key={name}
            label={name}
            value={labels[name] === null || !(undecided.includes(name) || labels[name]) ? 'none' : (labels[name] ?? '')}
            options={undecided.includes(name) ? [CHOOSE, TRUE, NONE] : [NONE, TRUE]}
            onChange={value => choose(name, value === '' ? undefined : value === 'none' ? null : value)}
          />
        ),
      )}
    </div>
  )
}

/** Number of owners offered here. The table of clusters lists more. */
const SHOWN_OWNERS = 4

interface ClusterOwnersProps {
  readonly owners: readonly string[]
  readonly onChoose: (owner: string) => void
}

/** Owners of the clusters on the account, each selectable as its global account. */
function ClusterOwners({ owners, onChoose }: ClusterOwnersProps) {
  const more = owners.length - SHOWN_OWNERS
  return (
    <span className={styles.owners}>
      Owner according to its clusters
      {owners.slice(0, SHOWN_OWNERS).map(owner => (
        <Button
          key={owner}
          size="small"
          aria-label={chooseLabel(owner)}
          data-tip={owner}
          onClick={() => onChoose(owner)}
        >
          {shortenId(owner)}
        </Button>
      ))}
      {more > 0 && `and ${formatCount(more)} more`}
    </span>
  )
}

/** Contains the visible text, so that voice control can press the button. */
function chooseLabel(owner: string): string {
  const shown = shortenId(owner)
  return shown === owner ? `Use ${owner}` : `Use ${shown}: ${owner}`
}

const HOUR = 3_600_000

/**
 * Choices for the length of a hold in milliseconds; null = until a person ends it, undefined = a
 * set time.
 */
const HOLD_CHOICES: readonly {
  readonly value: string
  readonly label: string
  readonly ms: number | null | undefined
}[] = [
  { value: '1h', label: '1 hour', ms: HOUR },
  { value: '4h', label: '4 hours', ms: 4 * HOUR },
  { value: '1d', label: '1 day', ms: 24 * HOUR },
  { value: '7d', label: '7 days', ms: 7 * 24 * HOUR },
  { value: '30d', label: '30 days', ms: 30 * 24 * HOUR },
  { value: 'at', label: 'Until a date and time', ms: undefined },
  { value: 'open', label: 'Until removed', ms: null },
]

/** Initial choice of the dialog: one day, or the end of the existing hold. */
function initialChoice(until: string | null | undefined, changesHold: boolean): string {
  if (!changesHold) return '1d'
  return until === null ? 'open' : 'at'
}

/** One day from now by the server's clock, which also ends the hold. */
export function defaultEnd(): string {
  return endAfter(24 * HOUR)
}

/** RFC 3339, rounded up to a full minute. */
function endAfter(ms: number): string {
  const minute = 60_000
  return new Date(Math.ceil((serverNow() + ms) / minute) * minute).toISOString()
}

/** Parses a date and time input as UTC; undefined unless the time is in the future. */
export function parseEnd(text: string): string | undefined {
  const at = Date.parse(`${text}Z`)
  return at > serverNow() ? new Date(at).toISOString() : undefined
}

interface HoldFieldsProps {
  readonly until: ActionForm['until']
  /** Whether a hold exists. Its end is then the initial value. */
  readonly changesHold: boolean
  readonly onChange: (until: ActionForm['until']) => void
}

/** Fields for the end of a hold. */
export function HoldFields({ until, changesHold, onChange }: HoldFieldsProps) {
  const [choice, setChoice] = useState(() => initialChoice(until, changesHold))
  const [text, setText] = useState(() => (until ? until.slice(0, 16) : ''))
  const choose = (value: string) => {
    setChoice(value)
    const { ms } = HOLD_CHOICES.find(each => each.value === value) ?? {}
    onChange(ms === undefined ? parseEnd(text) : ms === null ? null : endAfter(ms))
  }
  const type = (value: string) => {
    setText(value)
    onChange(parseEnd(value))
  }
  return (
    <div className={styles.two}>
      <Select
        label="Duration"
        value={choice}
        options={HOLD_CHOICES}
        onChange={choose}
        help={until ? `Ends ${formatExact(until)}.` : undefined}
      />
      {choice === 'at' && (
        <TextField
          label="Until"
          hint="UTC"
          type="datetime-local"
          help="UTC, not your local time"
          error={
            text !== '' && until === undefined ? 'This time (UTC) has already passed. Choose a later one.' : undefined
          }
          value={text}
          onChange={type}
        />
      )}
    </div>
  )
}
