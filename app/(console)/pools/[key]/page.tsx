import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { queueAnswer } from '#app/api/queue-answer.ts'
import { ifSoon } from '#app/data/if-soon.ts'
import { poolQuery } from '#app/data/pool-queries.ts'
import { poolQueueQuery } from '#app/data/queue-queries.ts'
import { parsePoolKey, poolName } from '#lib/hap/pools/pool.ts'
import { bindingsAreRead } from '#lib/queries/health.ts'
import { poolDetail } from '#lib/queries/pools/pool-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { PoolView } from './pool-view.tsx'

interface PoolPageProps {
  readonly params: Promise<{ readonly key: string }>
}

export async function generateMetadata({ params }: PoolPageProps): Promise<Metadata> {
  const { key } = await params
  const pool = parsePoolKey(key)
  const context = runtime().context()
  const known = pool && (!bindingsAreRead(context) || poolDetail(context, key))
  return { title: known ? poolName(pool) : 'Not found' }
}

export default async function PoolPage({ params }: PoolPageProps) {
  await requirePageUser()
  const { key } = await params
  const pool = parsePoolKey(key)
  // The browser asks again, and shows why it failed.
  const queue = pool && (await ifSoon(queueAnswer({ poolKey: key })))
  const context = runtime().context()
  const detail = poolDetail(context, key)
  // Before the bindings are read nobody knows whether there is such a pool.
  if (!pool || (!detail && bindingsAreRead(context))) notFound()
  const answers = [[poolQuery(key), detail] as const, [poolQueueQuery(key), queue] as const]
  return (
    <Prefetched context={context} answers={answers.filter(([, answer]) => answer !== null)}>
      <PoolView pool={pool} />
    </Prefetched>
  )
}
