import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Prefetched, resolveForFirstPaint } from '#app/(console)/prefetched.tsx'
import { poolQueueQuery } from '#app/data/claim-queries.ts'
import { poolQuery } from '#app/data/pool-queries.ts'
import { parsePoolKey, poolName } from '#lib/hap/pools/pool.ts'
import { getClaimQueue } from '#lib/operators/subscription/claim-queue.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { getPoolDetail } from '#lib/queries/pools/pool-detail.ts'
import type { WaitingByPool } from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { PoolView } from './pool-view.tsx'

interface PoolPageProps {
  readonly params: Promise<{ readonly key: string }>
}

export async function generateMetadata({ params }: PoolPageProps): Promise<Metadata> {
  await requirePageUser()
  const { key } = await params
  const pool = parsePoolKey(key)
  const context = runtime().context()
  const waiting = await resolveForFirstPaint(runtime().queues.read())
  const isKnown = pool && (mayExist(context, waiting) || getPoolDetail(context, key, waiting))
  return { title: isKnown ? poolName(pool) : 'Not found' }
}

/** Existence is unknown until the bindings are read and the queue is available. */
function mayExist(context: QueryContext, waiting: WaitingByPool | null): boolean {
  return !areBindingsRead(context) || waiting === null
}

export default async function PoolPage({ params }: PoolPageProps) {
  const { name, role } = await requirePageUser()
  const { key } = await params
  const pool = parsePoolKey(key)
  // The browser retries the query and shows its error.
  const [queue, waiting] = await Promise.all([
    pool && resolveForFirstPaint(getClaimQueue(runtime(), { poolKey: key })),
    resolveForFirstPaint(runtime().queues.read()),
  ])
  const context = runtime().context()
  const detail = getPoolDetail(context, key, waiting)
  if (!pool || (!detail && !mayExist(context, waiting))) notFound()
  const answers = [[poolQuery(key), detail] as const, [poolQueueQuery(key), queue] as const]
  return (
    <Prefetched context={context} answers={answers.filter(([, answer]) => answer !== null)}>
      <PoolView pool={pool} person={{ name, role }} />
    </Prefetched>
  )
}
