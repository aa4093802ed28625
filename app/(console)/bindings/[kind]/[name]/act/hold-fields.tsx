'use client'

import { useState } from 'react'
import { serverNow } from '#components/ui/clock.ts'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { formatExact } from '#lib/util/format.ts'
import styles from './act.module.css'
import type { ActionForm } from './action-form.ts'

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
  { value: '4h', label: '4 hours', ms: 4 * HOUR },
  { value: '1d', label: '1 day', ms: 24 * HOUR },
  { value: '7d', label: '7 days', ms: 7 * 24 * HOUR },
  { value: '30d', label: '30 days', ms: 30 * 24 * HOUR },
  { value: 'at', label: 'Until a set time', ms: undefined },
  { value: 'open', label: 'Until someone ends it', ms: null },
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
          help="In UTC, not your local time"
          error={
            text !== '' && until === undefined ? 'This time has already passed in UTC. Choose a later one.' : undefined
          }
          value={text}
          onChange={type}
        />
      )}
    </div>
  )
}
