import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { formatRequest } from '#lib/hap/request.ts'
import { paths } from '#lib/paths.ts'
import type { ImpactRow } from '#lib/queries/impact/impact-rows.ts'
import { formatCount } from '#lib/util/format.ts'
import { listImpact } from './actions.ts'
import { ListedDialog } from './listed-dialog.tsx'
import { answered, type PageQuestion } from './page-question.ts'
import type { ShownRows } from './row-count.tsx'

interface RowsDialogProps {
  readonly question: PageQuestion
  readonly shown: ShownRows
  readonly onClose: () => void
}

/** The clusters or requests behind a number. */
export function RowsDialog(props: RowsDialogProps) {
  return (
    <ListedDialog
      {...props}
      what="row"
      load={async asked => {
        const { rows, hits } = await answered(listImpact(asked))
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
          <td className={text.mono} data-fold="line" data-tip={askedWords(row)}>
            {askedWords(row)}
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

/** The request without its global account, which has a column. */
function askedWords({ asked: { globalAccount: _, ...asked } }: ImpactRow): string {
  return formatRequest(asked)
}

interface PoolCellProps {
  /** Of two pools in one line. */
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
