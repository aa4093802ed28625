import type { Metadata } from 'next'
import { waitingAnswer } from '#app/api/waiting-answer.ts'
import { ifSoon } from '#app/data/if-soon.ts'
import { waitingQuery } from '#app/data/operator-queries.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { WaitingView } from './waiting-view.tsx'

export const metadata: Metadata = { title: 'Waiting' }

export default async function WaitingPage() {
  await requirePageUser()
  const waiting = await ifSoon(waitingAnswer())
  return (
    <Prefetched context={runtime().context()} answers={waiting ? [[waitingQuery(), waiting]] : []}>
      <WaitingView />
    </Prefetched>
  )
}
