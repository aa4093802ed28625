'use client'

import { useState } from 'react'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { formatExact } from '#lib/util/format.ts'
import styles from './act.module.css'
import type { ActionForm } from './action-form.ts'
import { choiceOf, endAfter, endAt, HOLD_CHOICES } from './hold-end.ts'

interface HoldFieldsProps {
  readonly until: ActionForm['until']
  /** Whether a hold exists. Its end is then the initial value. */
  readonly kept: boolean
  readonly onChange: (until: ActionForm['until']) => void
}

/** Fields for the end of a hold. */
export function HoldFields({ until, kept, onChange }: HoldFieldsProps) {
  const [choice, setChoice] = useState(() => choiceOf(until, kept))
  const [text, setText] = useState(() => (until ? until.slice(0, 16) : ''))
  const choose = (value: string) => {
    setChoice(value)
    const { ms } = HOLD_CHOICES.find(each => each.value === value) ?? {}
    onChange(ms === undefined ? endAt(text) : ms === null ? null : endAfter(ms))
  }
  const type = (value: string) => {
    setText(value)
    onChange(endAt(value))
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
