import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { parameter, type SearchParams } from '#app/data/list-search.ts'
import { revisionQuery } from '#app/data/rules-queries.ts'
import { getRevision } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../../../page-user.ts'
import { Prefetched } from '../../../prefetched.tsx'
import { RevisionView } from './revision-view.tsx'

interface RevisionPageProps {
  readonly params: Promise<{ readonly n: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Revision of the rules' }

export default async function RevisionPage({ params, searchParams }: RevisionPageProps) {
  const { name, role } = await requirePageUser()
  const { n } = await params
  if (!/^[1-9]\d{0,6}$/.test(n)) notFound()
  const number = Number(n)
  const fromText = parameter(await searchParams, 'from')
  const context = runtime().context()
  const { rules, semantics } = context
  const read = (from: number) =>
    getRevision(runtime().store.db, { plans: rules.plans, semantics }, number, from).catch(ignoreStoreError)
  const before = number - 1
  const requested = /^\d{1,7}$/.test(fromText) ? Number(fromText) : before
  const found = await read(requested)
  const from = found === null ? before : requested
  const detail = found === null && requested !== before ? await read(before) : found
  if (detail === null) notFound()
  const isMissing = fromText !== '' && fromText !== String(from)
  return (
    <Prefetched context={context} answers={detail ? [[revisionQuery(number, from), detail]] : []}>
      <RevisionView
        number={number}
        from={from}
        missing={isMissing ? fromText.slice(0, 40) : null}
        person={{ name, role }}
      />
    </Prefetched>
  )
}

/** Ignores an unavailable database: the client retries the query and reports the error. */
function ignoreStoreError(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error
}
