import type { UseQueryResult } from '@tanstack/react-query'
import { PoolName } from '#components/hap/pool-name.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { Queue } from '#lib/queries/pools/queues.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { CancelButton } from './operators/waiting/cancel-button.tsx'
import type { Person } from './person.ts'
import { QueryFailure } from './read-failure.tsx'

interface WaitingPanelProps {
  readonly queue: Queue
  /** Subject of the page; each line shows the other one. */
  readonly about: 'pool' | 'global-account'
  readonly person: Person
  readonly onCancelled: () => void
}

const REST = [
  { header: 'Position', width: 80 },
  { header: 'Waiting', width: 96 },
  { header: 'Reason' },
  { header: 'Cancel', width: 96 },
] as const
const COLUMNS = {
  pool: [{ header: 'Global account', width: 200 }, ...REST],
  'global-account': [{ header: 'Pool', width: 200 }, ...REST],
} as const

/** Waiting claims in the order in which they get an account; renders nothing without any. */
function WaitingPanel({ queue: { claims, total }, about, person, onCancelled }: WaitingPanelProps) {
  if (claims.length === 0) return null
  const words = formatPlural(total, 'claim')
  return (
    <Panel
      id="waiting"
      title="Waiting claims"
      aside={claims.length < total ? `the first ${formatCount(claims.length)} of ${words}` : words}
    >
      <SmallTable label="Waiting claims" columns={COLUMNS[about]} folding>
        {claims.map(({ id, globalAccount, pool, position, since, deadline, reason, cancelRefusal }) => (
          <tr key={id}>
            <th scope="row">
              {about === 'pool' ? (
                <TenantId id={globalAccount} />
              ) : (
                <PoolName name={pool.hyperscalerType} {...pool} href={`${paths.pool(pool)}#waiting`} />
              )}
            </th>
            <td data-fold="line" data-label="Position">
              {formatCount(position)}
            </td>
            <td data-fold="aside">
              <TextLink href={paths.audit({ q: `target:Claim/${id}` })}>
                <RelativeTime at={since} as="for" />
              </TextLink>
            </td>
            <td data-fold="line" data-wrap>
              <WaitReason reason={reason} deadline={deadline} />
            </td>
            <td data-fold="end">
              <CancelButton claim={{ id, globalAccount, cancelRefusal }} person={person} onCancelled={onCancelled} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

interface WaitReasonProps {
  readonly reason: string
  /** RFC 3339; null for a claim that waits without an end. */
  readonly deadline: string | null
}

/** Why a claim waits, and when it will expire. */
export function WaitReason({ reason, deadline }: WaitReasonProps) {
  return (
    <span className={text.muted}>
      {reason}
      {deadline !== null && (
        <>
          {' '}
          Ends <RelativeTime at={deadline} as="until" />.
        </>
      )}
    </span>
  )
}

interface WaitingProps extends Pick<WaitingPanelProps, 'about' | 'person'> {
  readonly query: Pick<UseQueryResult<Queue>, 'data' | 'error' | 'refetch'>
}

/** Waiting claims. Cached ones stay visible when the query fails. */
export function Waiting({ query, about, person }: WaitingProps) {
  return (
    <>
      <QueryFailure what="The queue" query={query} />
      {query.data && (
        <WaitingPanel queue={query.data} about={about} person={person} onCancelled={() => void query.refetch()} />
      )}
    </>
  )
}
