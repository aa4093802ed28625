import type { Metadata } from 'next'
import { decidedQuery, MAX_WAITING, waitingListQuery } from '#app/data/approval-queries.ts'
import { type ListSearch, listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { signedInAt, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { APPROVAL_LIST } from '#lib/store/approvals.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { ApprovalsList } from './approvals-list.tsx'

export const metadata: Metadata = { title: 'Approvals' }

/** Lists proposed dangerous actions and their outcomes. */
export default async function ApprovalsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const user = await requirePageUser()
  const search = listSearch(await searchParams)
  // Without the database, the page shows the failure and retries in the browser.
  const read = await readPage(user, search).catch((error: unknown) => {
    if (error instanceof StoreError) return null
    throw error
  })
  const { name, role } = user
  return (
    <Prefetched
      context={runtime().context()}
      answers={
        read
          ? [
              [waitingListQuery(), read.waiting],
              [decidedQuery(search, 0), read.decided],
            ]
          : []
      }
    >
      <ApprovalsList
        fields={APPROVAL_LIST.fields}
        person={{ name, role }}
        signedInAt={await signedInAt(runtime().auth)}
      />
    </Prefetched>
  )
}

async function readPage(user: User, search: ListSearch) {
  const { approvals } = runtime()
  const [waiting, decided] = await Promise.all([
    approvals.list(user, { target: null, waiting: true, limit: MAX_WAITING }),
    approvals.decided(user, { ...search, offset: 0, limit: WINDOW_ROWS }),
  ])
  return { waiting, decided }
}
