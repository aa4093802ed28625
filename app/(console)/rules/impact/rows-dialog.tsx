import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/links.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { formatRequest } from '#lib/hap/request.ts'
import { paths } from '#lib/paths.ts'
import type { ImpactRow } from '#lib/queries/impact/impact-rows.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { listImpact, listImpactAccounts } from './actions.ts'
import { RowCount, type ShownRows } from './impact-list.tsx'
import { ListedDialog } from './listed-dialog.tsx'
import { type ImpactQuestion, unwrapAnswer } from './use-impact.ts'

interface RowsDialogProps {
  readonly question: ImpactQuestion
  readonly shown: ShownRows
  readonly onClose: () => void
}

/** Lists the clusters or requests behind a number. */
export function RowsDialog(props: RowsDialogProps) {
  return (
    <ListedDialog
      {...props}
      what="row"
      load={async query => {
        const { rows, hits } = await unwrapAnswer(listImpact(query))
        return { items: rows, hits }
      }}
    >
      {rows => <RowTable rows={rows} requests={props.question.population === 'requests'} />}
    </ListedDialog>
  )
}

function RowTable({ rows, requests }: { readonly rows: readonly ImpactRow[]; readonly requests: boolean }) {
  const columns = [
    requests ? { header: 'Requests', width: 92, align: 'end' as const } : { header: 'Cluster', width: 148 },
    { header: 'Global account', width: 132 },
    { header: 'Requested', width: 268 },
    { header: 'Old pool', width: 200 },
    { header: 'New pool', width: 200 },
  ]
  return (
    <SmallTable label="Rows" columns={columns} folding>
      {rows.map(row => (
        <tr key={row.key}>
          {requests ? (
            <td data-align="end" data-fold="line" data-label="requests">
              {formatCount(row.clusters)}
            </td>
          ) : (
            <th scope="row" className={text.mono}>
              <ClusterName row={row} />
            </th>
          )}
          <td data-fold={requests ? 'line' : 'aside'}>
            <TenantId id={row.asked.globalAccount} />
          </td>
          <td className={text.mono} data-fold="line" data-tip={formatRequestParameters(row)}>
            {formatRequestParameters(row)}
          </td>
          <PoolCell label="old" pool={row.before} fallback={row.missing === null ? 'none' : '—'} />
          <PoolCell
            label="new"
            pool={row.after}
            fallback={row.message ?? (row.missing === null ? 'none' : MISSING_LABELS[row.missing])}
          />
        </tr>
      ))}
    </SmallTable>
  )
}

function ClusterName({ row: { cluster } }: { readonly row: ImpactRow }) {
  if (cluster === null) return '—'
  return <CellLink href={paths.shoots({ q: `name:${cluster}` })}>{cluster}</CellLink>
}

/** Formats a request without its global account, which has its own column. */
function formatRequestParameters({ asked: { globalAccount: _, ...parameters } }: ImpactRow): string {
  return formatRequest(parameters)
}

interface PoolCellProps {
  /** Prefix of the pool when the row folds. */
  readonly label: string
  readonly pool: Pool | null
  readonly fallback: string
}

function PoolCell({ label, pool, fallback }: PoolCellProps) {
  return (
    <td
      className={pool === null ? text.muted : text.mono}
      data-fold="line"
      data-label={label}
      data-tip={pool === null ? fallback : undefined}
    >
      {pool === null ? fallback : poolName(pool)}
    </td>
  )
}

interface AccountsDialogProps {
  readonly question: ImpactQuestion
  readonly shown: ShownRows
  /** The counted noun: "cluster" or "request". */
  readonly what: string
  readonly onShow: (rows: ShownRows) => void
  readonly onClose: () => void
}

/** Lists the global accounts behind a number, each with its count of those rows. */
export function AccountsDialog({ question, shown, what, onShow, onClose }: AccountsDialogProps) {
  const columns = [
    { header: 'Global account', width: 148 },
    { header: `${what[0]?.toUpperCase()}${what.slice(1)}s`, width: 92, align: 'end' as const },
    { header: 'Old pools' },
    { header: 'New pools' },
  ]
  return (
    <ListedDialog
      question={question}
      shown={shown}
      what="global account"
      load={async query => {
        const { accounts, hits } = await unwrapAnswer(listImpactAccounts(query))
        return { items: accounts, hits }
      }}
      onClose={onClose}
    >
      {accounts => (
        <SmallTable label="Global accounts" columns={columns}>
          {accounts.map(({ id, clusters, before, after }) => (
            <tr key={id}>
              <th scope="row">
                <TenantId id={id} />
              </th>
              <td data-align="end">
                <RowCount
                  count={clusters}
                  what={what}
                  which={` of ${id}`}
                  rows={{
                    choice: shown.choice,
                    account: id,
                    title: `${formatPlural(clusters, what)} of global account ${id}`,
                  }}
                  onShow={onShow}
                />
              </td>
              <PoolsCell pools={before} />
              <PoolsCell pools={after} />
            </tr>
          ))}
        </SmallTable>
      )}
    </ListedDialog>
  )
}

function PoolsCell({ pools }: { readonly pools: readonly Pool[] }) {
  if (pools.length === 0) return <td className={text.faint}>—</td>
  const names = pools.map(poolName).join(', ')
  return (
    <td className={text.mono} data-tip={names}>
      {names}
    </td>
  )
}
