'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { CountLink } from '#components/ui/links.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import { compareText } from '#lib/hap/text.ts'
import { paths } from '#lib/paths.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import type { AccountTotals } from '#lib/queries/pools/owners.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead, useUnread } from '../unread-sources.tsx'
import styles from './allowlist.module.css'

interface ListedIdsProps {
  readonly ids: readonly string[]
  /** Ids of the base version of the draft. */
  readonly before: readonly string[]
  readonly known: Consequences['known']
  /** Whether `known` covers every id. */
  readonly lookedUp: boolean
  /** Null when the user may not edit. */
  readonly onChange: ((ids: readonly string[]) => void) | null
}

const COLUMNS = [
  { header: 'Global account' },
  { header: 'Accounts', width: 88, align: 'end' },
  { header: 'Shoots', width: 80, align: 'end' },
  { header: 'In the inventory', width: 120 },
  { header: 'Change', width: 72 },
  { header: 'Action', width: 96, align: 'end' },
] as const

/** Maximum of rendered rows; the filter finds the others. */
const SHOWN = 50
const FILTER_FROM = 10

/** The ids of the allowlist: added first, then removed, then the rest by id. */
export function ListedIds({ ids, before, known, lookedUp, onChange }: ListedIdsProps) {
  const [filter, setFilter] = useState('')
  const all = buildListedIds(ids, before, known)
  const wanted = filter.trim().toLowerCase()
  const found = all.filter(({ id }) => id.toLowerCase().includes(wanted))
  const unread = useUnread('bindings', 'shoots')
  const unknown = all.filter(({ known, change }) => known === null && change !== 'removed').length
  if (all.length === 0) return <NoLines>No global accounts are listed, so none may own multiple accounts.</NoLines>
  return (
    <>
      <div className={styles.listHead}>
        <p className={text.muted}>
          {formatPlural(ids.length, 'global account')}
          {unknown > 0 && unread === null && `, ${formatCount(unknown)} of them not in the inventory`}
        </p>
        {all.length >= FILTER_FROM && (
          <TextField label="Filter IDs" mono autoComplete="off" value={filter} onChange={setFilter} />
        )}
      </div>
      <SmallTable label="Listed global accounts" columns={COLUMNS} folding>
        {found.slice(0, SHOWN).map(row => (
          <IdRow
            key={row.id}
            row={row}
            lookedUp={lookedUp}
            onRemove={onChange && (() => onChange(ids.filter(id => id !== row.id)))}
            onPutBack={onChange && (() => onChange([...ids, row.id]))}
          />
        ))}
      </SmallTable>
      {found.length > SHOWN && (
        <p className={styles.below}>and {formatCount(found.length - SHOWN)} more. Use the filter to find them</p>
      )}
      {found.length === 0 && (
        <NoLines>
          None of {formatCount(all.length)} IDs contains “{filter.trim()}”.
        </NoLines>
      )}
    </>
  )
}

interface IdRowProps {
  readonly row: ListedId
  readonly lookedUp: boolean
  readonly onRemove: (() => void) | null
  readonly onPutBack: (() => void) | null
}

function IdRow({ row: { id, known, change }, lookedUp, onRemove, onPutBack }: IdRowProps) {
  const removed = change === 'removed'
  const act = removed ? onPutBack : onRemove
  const verb = removed ? 'Restore' : 'Remove'
  return (
    <tr className={removed ? styles.removed : undefined}>
      <th scope="row" className={text.mono}>
        {id}
      </th>
      <td data-align="end" data-fold="line" data-label="accounts">
        {known ? (
          <IfRead what="bindings">
            <AccountCount
              accounts={known.accounts}
              bindings={known.bindings}
              href={known.bindings > 0 ? paths.bindings({ q: `owner:${id}` }) : null}
              of={`of ${id}`}
            />
          </IfRead>
        ) : (
          '—'
        )}
      </td>
      <td data-align="end" data-fold="line" data-label="shoots">
        {known ? (
          <IfRead what="shoots">
            <CountLink
              count={known.shoots}
              href={paths.globalAccount(id, { tab: 'clusters' })}
              noun="shoot"
              detail={`of ${id}`}
            />
          </IfRead>
        ) : (
          '—'
        )}
      </td>
      <td data-fold="line">
        {known ? (
          <span className={text.muted}>known</span>
        ) : !lookedUp && change === 'added' ? (
          <span className={text.faint}>—</span>
        ) : (
          <IfRead what={['bindings', 'shoots']}>
            <Tag tone="warn">unknown</Tag>
          </IfRead>
        )}
      </td>
      <td data-fold="line">
        {change === 'added' && <Tag tone="ok">new</Tag>}
        {removed && <Tag tone="warn">removed</Tag>}
      </td>
      <td data-align="end" data-fold="end">
        {act !== null && (
          <Button look="ghost" size="small" aria-label={`${verb} ${id}`} onClick={act}>
            {verb}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** An id of the allowlist, or one that the draft removes. */
interface ListedId {
  readonly id: string
  readonly change: 'added' | 'removed' | 'kept'
  /** Its accounts and shoots; null when the inventory does not contain it. */
  readonly known: Consequences['known'][string] | null
}

const ORDER = ['added', 'removed', 'kept']

/** Rows of a draft's list against its base: added ids, removed ids, the rest; each sorted by id. */
export function buildListedIds(
  ids: readonly string[],
  before: readonly string[],
  known: Consequences['known'],
): readonly ListedId[] {
  const [old, now] = [new Set(before), new Set(ids)]
  const removed = [...old].filter(id => id !== '*' && !now.has(id))
  const rows = [
    ...[...now].map(id => ({ id, change: old.has(id) ? ('kept' as const) : ('added' as const) })),
    ...removed.map(id => ({ id, change: 'removed' as const })),
  ]
  return rows
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || compareText(a.id, b.id))
    .map(row => ({ ...row, known: (Object.hasOwn(known, row.id) ? known[row.id] : null) ?? null }))
}

/** Added ids that the inventory does not contain and that may be typing errors. Skips `*`. */
export function findUnknownIds(added: readonly string[], known: Consequences['known']): readonly string[] {
  return added.filter(id => id !== '*' && !Object.hasOwn(known, id))
}

interface AccountCountProps extends AccountTotals {
  /** Link to the list of exactly these bindings; null for no link. */
  readonly href: string | null
  /** Owner and provider for assistive technology, e.g. "of ga-1 in aws". */
  readonly of: string
  /** Adds the word "accounts" where no column header says it. */
  readonly named?: boolean
}

/** Number of accounts, linked to their bindings; both numbers where they differ. */
export function AccountCount({ accounts, bindings, href, of, named = false }: AccountCountProps) {
  const link = (
    <CountLink count={bindings} href={href} noun={accounts === bindings ? 'account' : 'binding'} detail={of} />
  )
  if (accounts === bindings) {
    return (
      <>
        {link}
        {named && (accounts === 1 ? ' account' : ' accounts')}
      </>
    )
  }
  return (
    <span data-tip={`${formatPlural(accounts, 'account')}, with ${formatPlural(bindings, 'binding')}`}>
      {named ? formatPlural(accounts, 'account') : formatCount(accounts)} in {link}
      {named && ' bindings'}
    </span>
  )
}
