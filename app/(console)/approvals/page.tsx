import type { Metadata } from 'next'
import { approvalsQuery } from '#app/data/approval-queries.ts'
import { signedInAt } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { ApprovalsList } from './approvals-list.tsx'

export const metadata: Metadata = { title: 'Approvals' }

/** Dangerous actions that somebody proposed, and what came of them. */
export default async function ApprovalsPage() {
  const user = await requirePageUser()
  // Without the database the page says so by itself, and goes on once it answers.
  const list = await runtime()
    .approvals.list(user, { target: null, waiting: false, limit: 100 })
    .catch((error: unknown) => {
      if (error instanceof StoreError) return null
      throw error
    })
  const { name, role } = user
  return (
    <Prefetched context={runtime().context()} answers={list ? [[approvalsQuery(), list]] : []}>
      <ApprovalsList person={{ name, role }} signedInAt={await signedInAt(runtime().auth)} />
    </Prefetched>
  )
}
