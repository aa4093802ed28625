import { PoolName } from '#components/hap/pool-name.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink, CountLink } from '#components/ui/cell-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { OwnerImpact } from '#lib/queries/allowlist/owner-impact.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './allowlist.module.css'
import { AccountCount } from './listed-ids.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'

const COLUMNS = [
  { header: 'Global account', width: 132 },
  { header: 'Pool', width: 148 },
  { header: 'Accounts', width: 76, align: 'end' },
  { header: 'Shoots', width: 68, align: 'end' },
  { header: 'Change', width: 148 },
  { header: 'Next cluster' },
] as const

/** Global accounts that a draft affects, worst first. */
export function ConcernedPanel({ foreseen: { consequences, checking } }: { readonly foreseen: ConsequencesPreview }) {
  const { rows, changed } = consequences
  if (rows.length === 0) return null
  return (
    <Panel title="Affected global accounts" aside={`${formatCount(changed)}, worst first`}>
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
          label={`shoots of ${of}`}
        />
      </td>
      <td data-fold="line">
        <Changes row={row} />
      </td>
      <td data-fold="line" data-wrap>
        {messages === null ? (
          <span className={text.muted}>no rule leads to the pool</span>
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
      {right === 'gains' && <Tag tone="ok">allowed several</Tag>}
      {right === 'loses' && <Tag tone="warn">no longer allowed several</Tag>}
      {newlyOver > 0 && <Tag tone="warn">{formatCount(newlyOver)} over limit</Tag>}
      {noLongerOver > 0 && <Tag tone="ok">{formatCount(noLongerOver)} no longer over limit</Tag>}
      {right === 'same' && newlyOver === 0 && noLongerOver === 0 && <span className={text.faint}>—</span>}
    </span>
  )
}
