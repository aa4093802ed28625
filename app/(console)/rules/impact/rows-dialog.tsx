import { useInfiniteQuery } from '@tanstack/react-query'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { MISSING_WORDS } from '#lib/hap/impact/words.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { requestWords } from '#lib/hap/request-words.ts'
import type { ImpactRow } from '#lib/queries/impact/impact-rows.ts'
import { ReadFailure } from '../../read-failure.tsx'
import { listImpact } from './actions.ts'
import { ExportButton } from './export-button.tsx'
import styles from './impact.module.css'
import { answered, type PageQuestion, wholeQuestion } from './page-question.ts'
import type { ShownRows } from './row-count.tsx'

interface RowsDialogProps {
  readonly question: PageQuestion
  readonly shown: ShownRows
  readonly onClose: () => void
}

/** The rows behind a number. */
export function RowsDialog({ question, shown, onClose }: RowsDialogProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['rules-impact-rows', question, shown.choice],
    queryFn: ({ pageParam }) =>
      answered(listImpact({ ...wholeQuestion(question), choice: shown.choice, offset: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return last.rows.length > 0 && read < last.hits ? read : undefined
    },
    gcTime: 0,
  })
  const rows = data?.pages.flatMap(page => page.rows) ?? []
  const hits = data?.pages[0]?.hits ?? 0
  return (
    <Dialog
      title={shown.title}
      width="widest"
      note={data && `${formatCount(rows.length)} of ${formatPlural(hits, 'row')}`}
      actions={
        <>
          <ExportButton question={question} choice={shown.choice} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
      onClose={onClose}
    >
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={240} />}
      {data && (
        <div className={styles.rows}>
          <RowTable rows={rows} requests={question.population === 'requests'} />
          {hasNextPage && (
            <div className={styles.more}>
              <Button
                disabledReason={isFetchingNextPage ? 'Reading more rows.' : null}
                onClick={() => void fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
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
    <SmallTable label="Rows" columns={columns}>
      {rows.map(row => (
        <tr key={row.key}>
          {requests ? (
            <td data-align="end">{formatCount(row.clusters)}</td>
          ) : (
            <th scope="row" className={text.mono}>
              {row.cluster ?? '—'}
            </th>
          )}
          <td>
            <TenantId id={row.asked.globalAccount} />
          </td>
          <td className={text.mono} data-tip={askedWords(row)}>
            {askedWords(row)}
          </td>
          <PoolCell pool={row.before} fallback={row.missing === null ? 'none' : '—'} />
          <PoolCell
            pool={row.after}
            fallback={row.message ?? (row.missing === null ? 'none' : MISSING_WORDS[row.missing])}
          />
        </tr>
      ))}
    </SmallTable>
  )
}

/** The request without its global account, which has a column. */
function askedWords({ asked: { globalAccount: _, ...asked } }: ImpactRow): string {
  return requestWords(asked)
}

function PoolCell({ pool, fallback }: { readonly pool: Pool | null; readonly fallback: string }) {
  if (pool === null)
    return (
      <td className={text.muted} data-tip={fallback}>
        {fallback}
      </td>
    )
  return <td className={text.mono}>{poolName(pool)}</td>
}
