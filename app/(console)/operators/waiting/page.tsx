import type { Metadata } from 'next'
import { Prefetched, resolveForFirstPaint } from '#app/(console)/prefetched.tsx'
import { waitingQuery } from '#app/data/operator-queries.ts'
import { listWaitingQueues } from '#lib/operators/subscription/claim-queue.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { WaitingView } from './waiting-view.tsx'

export const metadata: Metadata = { title: 'Queue' }

export default async function WaitingPage() {
  const { name, role } = await requirePageUser()
  const waiting = await resolveForFirstPaint(listWaitingQueues(runtime()))
  return (
    <Prefetched context={runtime().context()} answers={waiting ? [[waitingQuery(), waiting]] : []}>
      <WaitingView person={{ name, role }} />
    </Prefetched>
  )
}
