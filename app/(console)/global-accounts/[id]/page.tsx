import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Prefetched, resolveForFirstPaint } from '#app/(console)/prefetched.tsx'
import { globalAccountQueueQuery } from '#app/data/claim-queries.ts'
import { globalAccountQuery } from '#app/data/global-account-queries.ts'
import { usesQuery } from '#app/data/operator-queries.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { getClaimQueue } from '#lib/operators/subscription/claim-queue.ts'
import { getGlobalAccountDetail, isRecorded } from '#lib/queries/global-accounts/global-account-detail.ts'
import { isEverythingRead } from '#lib/queries/health.ts'
import { listUses } from '#lib/queries/operators/binding-uses.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../../page-user.ts'
import { GlobalAccountView } from './global-account-view.tsx'

interface GlobalAccountPageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: GlobalAccountPageProps): Promise<Metadata> {
  await requirePageUser()
  const { id } = await params
  const context = runtime().context()
  const known = getGlobalAccountDetail(context, id, (await recorded(id)) ?? false) || (await mayExist(context, id))
  return { title: known ? id : 'Not found' }
}

export default async function GlobalAccountPage({ params }: GlobalAccountPageProps) {
  const { name, role } = await requirePageUser()
  const { id } = await params
  const context = runtime().context()
  const isKnown = await mayExist(context, id)
  const queue = await resolveForFirstPaint(getClaimQueue(runtime(), { tenant: id }))
  const detail = getGlobalAccountDetail(context, id, (await recorded(id)) ?? false)
  if (!detail && !isKnown) notFound()
  const answers = [
    [globalAccountQuery(id), detail] as const,
    [globalAccountQueueQuery(id), queue] as const,
    [usesQuery({ ga: id }), listUses(runtime().operators, { globalAccount: id })] as const,
  ]
  return (
    <Prefetched context={context} answers={answers.filter(([, answer]) => answer !== null)}>
      <GlobalAccountView id={id} person={{ name, role }} />
    </Prefetched>
  )
}

/** Existence is unknown until the inventory is complete, and while the database is unavailable. */
async function mayExist(context: QueryContext, id: string): Promise<boolean> {
  return isLegalLabelValue(id) && (!isEverythingRead(context) || (await recorded(id)) === null)
}

/**
 * Whether records exist for a global account that has no objects now; null when the database is
 * unavailable.
 */
const recorded = cache(async (id: string): Promise<boolean | null> => {
  if (!isLegalLabelValue(id) || getGlobalAccountDetail(runtime().context(), id)) return false
  try {
    return await isRecorded(runtime().store.db, id)
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
})
