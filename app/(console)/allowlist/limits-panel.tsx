'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { LimitRow } from '#lib/queries/allowlist/consequences.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './allowlist.module.css'
import { type Draft, type Edited, numberProblem, type Scope } from './draft.ts'
import { NumberCell, NumberProblem, ProviderRow } from './provider-row.tsx'

interface LimitsPanelProps {
  readonly edited: Edited
  readonly rows: readonly LimitRow[]
  readonly mayEdit: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

const COLUMNS = [
  { header: 'Provider', width: 112 },
  { header: 'Limit', width: 112 },
  { header: 'Effective limit' },
  { header: 'Accounts', width: 84, align: 'end' },
  { header: 'Most clusters', width: 108, align: 'end' },
] as const

/** Maximum of clusters per account, by provider: configured value, effective limit and usage. */
export function LimitsPanel({ edited: { draft }, rows, mayEdit, onChange }: LimitsPanelProps) {
  const { scope, ids, byDefault, providers, guard } = draft
  const problemId = useId()
  const problem = numberProblem(byDefault)
  const set = (name: string, value: string) => onChange({ providers: { ...providers, [name]: value } })
  const listed = new Set(rows.map(({ provider }) => provider))
  // Providers of the draft whose effective limit the server has not returned yet.
  const added = Object.keys(providers).filter(name => !listed.has(name))
  return (
    <Panel title="Clusters per account" aside="0 = not set">
      <p className={cx(styles.bound, text.muted)}>{describeScope(scope, ids.length)}</p>
      <SmallTable label="Clusters per account" columns={COLUMNS} folding="late">
        <tr>
          <th scope="row" className={text.strong}>
            Default
          </th>
          <td data-fold="aside">
            <NumberCell
              label="Default limit"
              value={byDefault}
              problemId={problemId}
              onChange={mayEdit ? value => onChange({ byDefault: value }) : null}
            />
          </td>
          <td data-fold="line" data-wrap className={text.muted} colSpan={3}>
            {problem === undefined ? defaultWords(byDefault) : <NumberProblem id={problemId} problem={problem} />}
          </td>
        </tr>
        {rows.map(row => (
          <ProviderRow
            key={row.provider}
            row={row}
            value={providers[row.provider] ?? ''}
            onChange={mayEdit ? value => set(row.provider, value) : null}
          />
        ))}
        {added.map(name => (
          <ProviderRow
            key={name}
            row={{ provider: name, limit: null, unread: false, accounts: 0, most: 0 }}
            value={providers[name] ?? ''}
            onChange={value => set(name, value)}
          />
        ))}
      </SmallTable>
      <div className={styles.limitsFoot}>
        {mayEdit && (
          <AddProvider
            taken={name => listed.has(name) || Object.hasOwn(providers, name)}
            onAdd={name => set(name, '')}
          />
        )}
        <div className={styles.guard}>
          <NumberCell
            label="Guard (minBindingsForGuard)"
            showLabel
            value={guard}
            onChange={mayEdit ? value => onChange({ guard: value }) : null}
          />
          <p className={text.muted}>
            {Number(guard) > 0
              ? `A global account that owns ${guard} or more accounts of a pool and has no cluster on them gets no more.`
              : 'Off: owning accounts without clusters blocks nobody.'}
          </p>
        </div>
      </div>
    </Panel>
  )
}

function defaultWords(byDefault: string): string {
  if (Number(byDefault) > 0) return 'For every provider without a limit of its own'
  return 'Not set: a provider without a limit of its own is unlimited'
}

/** Which global accounts the limits bind, as a sentence: only those that may own several accounts. */
export function describeScope(scope: Scope, listed: number): string {
  if (scope === 'everybody') return 'They bind every global account; shared accounts have no limit.'
  if (scope === 'nobody' || listed === 0)
    return 'They bind nobody now: limits are for global accounts that may own several accounts, and none may.'
  const whom = listed === 1 ? 'the listed global account' : `the ${formatCount(listed)} listed global accounts`
  return `They bind only ${whom}; accounts of all others have no limit.`
}

interface AddProviderProps {
  readonly taken: (name: string) => boolean
  readonly onAdd: (name: string) => void
}

const NAME = /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Adds a row for a provider that neither the plans nor the inventory contain. */
function AddProvider({ taken, onAdd }: AddProviderProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const problem = nameProblem(name, taken)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null) return
    onAdd(name)
    setTyped('')
  }
  return (
    <form className={styles.provider} onSubmit={add}>
      <TextField
        label="Another provider"
        mono
        autoComplete="off"
        error={name === '' ? undefined : problem}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" disabledReason={problem}>
        Add
      </Button>
    </form>
  )
}

function nameProblem(name: string, taken: (name: string) => boolean): string | null {
  if (name === '') return 'Type the name of a provider first.'
  if (taken(name) || name === 'default') return 'It is already in the table.'
  return NAME.test(name) ? null : 'Lower-case letters, digits and hyphens, as in Gardener’s provider types.'
}
