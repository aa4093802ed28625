import type { ReactNode } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { DetailColumns } from '#components/shell/page-head.tsx'
import { CellLink, CountLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import type { OwnerImpact } from '#lib/queries/allowlist/owner-impact.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { AddIds, type Adding } from './add-ids.tsx'
import styles from './allowlist.module.css'
import { ConsequencesPanel } from './consequence-list.tsx'
import type { Draft, Edited, Editing, Scope } from './draft.ts'
import { LimitsPanel } from './limits-panel.tsx'
import { AccountCount, ListedIds } from './listed-ids.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'

interface SettingsTabProps {
  readonly adding: Adding
  readonly editing: Editing
  readonly foreseen: ConsequencesPreview
  readonly mayEdit: boolean
  /** Notice about a newer version of the settings. */
  readonly conflict: ReactNode
}

/** Allowlist and limits on the left, their effect on the inventory on the right. */
export function SettingsTab({ adding, editing, foreseen, mayEdit, conflict }: SettingsTabProps) {
  const { edited, changed, outdated, change } = editing
  const { consequences, idsLookedUp } = foreseen
  return (
    <DetailColumns
      main={
        <>
          {conflict}
          <AccessPanel
            adding={adding}
            edited={edited}
            known={consequences.known}
            lookedUp={idsLookedUp}
            mayEdit={mayEdit}
            onChange={change}
          />
          <LimitsPanel edited={edited} rows={consequences.limits} mayEdit={mayEdit} onChange={change} />
          {changed && !outdated && <ConcernedPanel foreseen={foreseen} />}
        </>
      }
      side={<ConsequencesPanel foreseen={foreseen} changed={changed} outdated={outdated} />}
    />
  )
}

interface AccessPanelProps {
  readonly adding: Adding
  readonly edited: Edited
  readonly known: Consequences['known']
  /** Whether `known` covers every id of the draft. */
  readonly lookedUp: boolean
  readonly mayEdit: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

const SCOPES: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'nobody', label: 'None' },
  { value: 'listed', label: 'Listed' },
  { value: 'everybody', label: 'All' },
]

const MEANING: Readonly<Record<Scope, string>> = {
  nobody: 'Each global account gets one account per pool, without a limit.',
  listed: 'Listed global accounts get another account in a pool when theirs are full. All others get one per pool.',
  everybody: 'Every global account gets another account in a pool when its accounts are full.',
}

/** Which global accounts may own multiple accounts of a pool. */
function AccessPanel({ adding, edited, known, lookedUp, mayEdit, onChange }: AccessPanelProps) {
  const { draft, base } = edited
  const { scope, ids } = draft
  return (
    <Panel
      title="Global accounts with multiple accounts"
      aside={
        mayEdit ? (
          <Segmented
            label="Global accounts with multiple accounts"
            value={scope}
            options={SCOPES}
            onChange={chosen => onChange({ scope: chosen })}
          />
        ) : (
          <span className={text.strong}>{SCOPES.find(({ value }) => value === scope)?.label}</span>
        )
      }
    >
      <div className={styles.access}>
        <p className={text.muted}>
          {MEANING[scope]}
          {scope !== 'listed' &&
            ids.length > 0 &&
            ` ${formatPlural(ids.length, 'listed ID')} ${ids.length === 1 ? 'is' : 'are'} ignored. Choose “Listed” to use ${ids.length === 1 ? 'it' : 'them'}.`}
        </p>
        {scope === 'listed' && mayEdit && (
          <AddIds
            {...adding}
            ids={ids}
            onAdd={more => onChange({ ids: [...ids, ...more] })}
            onEverybody={() => onChange({ scope: 'everybody' })}
          />
        )}
      </div>
      {scope === 'listed' && (
        <ListedIds
          ids={ids}
          before={base.allowed}
          known={known}
          lookedUp={lookedUp}
          onChange={mayEdit ? changed => onChange({ ids: changed }) : null}
        />
      )}
    </Panel>
  )
}

const COLUMNS = [
  { header: 'Global account', width: 132 },
  { header: 'Pool', width: 148 },
  { header: 'Accounts', width: 76, align: 'end' },
  { header: 'Shoots', width: 68, align: 'end' },
  { header: 'Change', width: 148 },
  { header: 'Next cluster' },
] as const

/** Global accounts that a draft affects, worst first. */
function ConcernedPanel({ foreseen: { consequences, checking } }: { readonly foreseen: ConsequencesPreview }) {
  const { rows, changed } = consequences
  if (rows.length === 0) return null
  return (
    <Panel title="Affected global accounts" aside={`${formatCount(changed)}, most severe first`}>
      <div aria-busy={checking}>
        <SmallTable label="Affected global accounts" columns={COLUMNS} folding>
          {rows.map(row => (
            <Row key={`${row.globalAccount} ${row.pool}`} row={row} />
          ))}
        </SmallTable>
      </div>
      {changed > rows.length && <p className={styles.below}>and {formatCount(changed - rows.length)} more</p>}
    </Panel>
  )
}

function Row({ row }: { readonly row: OwnerImpact }) {
  const { globalAccount, pool, accounts, bindings, bindingsQ, shoots, shootsQ, messages, next, request } = row
  const known = parsePoolKey(pool)
  const of = `${globalAccount} in ${pool}`
  return (
    <tr>
      <th scope="row">
        <TenantId id={globalAccount} />
      </th>
      <td data-fold="aside">
        {known ? (
          <PoolName name={known.hyperscalerType} {...known} href={paths.pool(known)} quiet />
        ) : (
          <span className={text.mono}>{pool}</span>
        )}
      </td>
      <td data-align="end" data-fold="line" data-label="accounts">
        <AccountCount {...{ accounts, bindings }} href={paths.bindings({ q: bindingsQ })} of={`of ${of}`} />
      </td>
      <td data-align="end" data-fold="line" data-label="shoots">
        <CountLink
          count={shoots}
          href={shootsQ === null ? null : paths.shoots({ q: shootsQ })}
          noun="shoot"
          detail={`of ${of}`}
        />
      </td>
      <td data-fold="line">
        <Changes row={row} />
      </td>
      <td data-fold="line" data-wrap>
        {messages === null ? (
          <span className={text.muted}>no rule selects the pool</span>
        ) : next === 'same' ? (
          <span className={text.muted}>unchanged: {messages.after}</span>
        ) : (
          messages.after
        )}{' '}
        {request !== null && <CellLink href={paths.simulator(request)}>Simulate</CellLink>}
      </td>
    </tr>
  )
}

function Changes({ row: { right, newlyOver, noLongerOver } }: { readonly row: OwnerImpact }) {
  return (
    <span className={styles.tags}>
      {right === 'gains' && <Tag tone="ok">multi-account</Tag>}
      {right === 'loses' && <Tag tone="warn">loses multi-account</Tag>}
      {newlyOver > 0 && <Tag tone="warn">{formatCount(newlyOver)} over limit</Tag>}
      {noLongerOver > 0 && <Tag tone="ok">{formatCount(noLongerOver)} back within limit</Tag>}
      {right === 'same' && newlyOver === 0 && noLongerOver === 0 && <span className={text.faint}>—</span>}
    </span>
  )
}
