'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import type { LimitRow } from '#lib/queries/allowlist/consequences.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import styles from './allowlist.module.css'
import { type Draft, type Edited, numberProblem, type Scope } from './draft.ts'

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
  { header: 'Max. clusters', width: 108, align: 'end' },
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
              ? `A global account with ${guard} or more accounts in a pool and no clusters on them cannot claim more.`
              : 'Off: unused accounts do not block further claims.'}
          </p>
        </div>
      </div>
    </Panel>
  )
}

function defaultWords(byDefault: string): string {
  if (Number(byDefault) > 0) return 'Applies to providers without their own limit'
  return 'Not set: providers without their own limit are unlimited'
}

/** Which global accounts the limits bind, as a sentence: only those that may own multiple accounts. */
export function describeScope(scope: Scope, listed: number): string {
  if (scope === 'everybody') return 'Limits apply to every global account. Shared accounts have no limit.'
  if (scope === 'nobody' || listed === 0)
    return 'Currently without effect: no global account may own multiple accounts.'
  const whom = listed === 1 ? 'the listed global account' : `the ${formatCount(listed)} listed global accounts`
  return `Limits apply only to ${whom}. Accounts of all others have no limit.`
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
  if (name === '') return 'Enter a provider.'
  if (taken(name) || name === 'default') return 'This provider is already in the table.'
  return NAME.test(name) ? null : 'Use lowercase letters, digits and hyphens, as in Gardener’s provider types.'
}

/** A provider; `limit` is null until the server has returned it. */
type Row = Omit<LimitRow, 'limit'> & { readonly limit: LimitRow['limit'] | null }

interface ProviderRowProps {
  readonly row: Row
  readonly value: string
  /** Null when the user may not edit. */
  readonly onChange: ((value: string) => void) | null
}

function ProviderRow({ row, value, onChange }: ProviderRowProps) {
  const { provider, limit, accounts, most } = row
  const warning = limit && limitWarning({ ...row, limit })
  const problemId = useId()
  const problem = numberProblem(value)
  return (
    <tr>
      <th scope="row" className={text.mono}>
        {provider}
      </th>
      <td data-fold="aside">
        <NumberCell label={`Limit of ${provider}`} value={value} problemId={problemId} onChange={onChange} />
      </td>
      <td data-fold="line" data-wrap>
        {problem !== undefined ? (
          <NumberProblem id={problemId} problem={problem} />
        ) : limit === null ? (
          <span className={text.faint}>not set yet</span>
        ) : (
          formatLimit(limit)
        )}
        {problem === undefined && warning && (
          <span className={cx(styles.warning, text.warn)}>
            <Icon name="warning" size={14} /> {warning}
          </span>
        )}
      </td>
      <td data-align="end" data-fold="line" data-label="accounts">
        <IfRead what="bindings">{formatCount(accounts)}</IfRead>
      </td>
      <td data-align="end" data-fold="line" data-label="max. clusters">
        {accounts === 0 ? '—' : <IfRead what="shoots">{formatCount(most)}</IfRead>}
      </td>
    </tr>
  )
}

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
function NumberCell({ label, showLabel = false, value, problemId, onChange }: NumberCellProps) {
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
function NumberProblem({ id, problem }: { readonly id: string; readonly problem: string }) {
  return (
    <span id={id} className={styles.numberProblem}>
      {problem}
    </span>
  )
}

/** The effective limit and its source. */
export function formatLimit({ value, source, setting }: EffectiveLimit): string {
  switch (source) {
    case 'provider':
      return `${formatCount(value)}, set for this provider`
    case 'default':
      return `${formatCount(value)}, from ${setting}`
    case 'unlimited':
      return 'no limit: neither the provider nor the default is set'
    case 'no-config':
      return '0: no limits are configured'
  }
}

/** Warning about a limit, as a sentence; null for none. */
export function limitWarning({ provider, limit, unread, most }: LimitRow): string | null {
  if (unread) {
    const isAlias = limit.source === 'provider' && limit.setting !== `limits.${provider}`
    return isAlias
      ? `limits.${provider} is ignored. This provider uses ${limit.setting}.`
      : `limits.${provider} is ignored: unknown provider.`
  }
  if (limit.source === 'default' && most > limit.value)
    return `One account already has ${formatPlural(most, 'cluster')}, but only the default limit applies.`
  return null
}
