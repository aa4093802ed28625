import { PoolName } from '#components/hap/pool-name.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { WaitingQueue } from '#lib/queries/pools/queues.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

const COLUMNS = [
  { header: 'Position', width: 80 },
  { header: 'Global account', width: 176 },
  { header: 'From', width: 208 },
  { header: 'Waiting', width: 96 },
  { header: 'Reason' },
] as const

/** Who waits for an account of a pool, in the order in which they get one. */
export function QueuePanel({ queue: { pool, claims, total } }: { readonly queue: WaitingQueue }) {
  const words = formatPlural(total, 'claim')
  return (
    <Panel
      title={<PoolName name={pool.hyperscalerType} {...pool} href={`${paths.pool(pool)}#waiting`} />}
      aside={claims.length < total ? `the first ${formatCount(claims.length)} of ${words}` : words}
    >
      <SmallTable label={`Waiting for ${poolName(pool)}`} columns={COLUMNS} folding>
        {claims.map(({ id, globalAccount, position, since, reason, request, actor }) => (
          <tr key={id}>
            <th scope="row">{formatCount(position)}</th>
            <td data-fold="aside">
              <TenantId id={globalAccount} />
            </td>
            <td data-fold="line">
              {request === null ? (
                actor || <span className={text.muted}>another caller</span>
              ) : (
                <TextLink className={text.mono} href={paths.subscriptionRequest(request)}>
                  {request}
                </TextLink>
              )}
            </td>
            <td data-fold="end">
              <TextLink href={paths.audit({ q: `target:Claim/${id}` })}>
                <RelativeTime at={since} as="for" />
              </TextLink>
            </td>
            <td data-fold="line" data-wrap>
              <span className={text.muted}>{reason}</span>
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}
