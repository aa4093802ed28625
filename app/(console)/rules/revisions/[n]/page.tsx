import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { revisionQuery } from '#app/data/rules-queries.ts'
import { revisionDetail } from '#lib/queries/rules/revisions.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { parameter, type SearchParams } from '../../../list-search.ts'
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
  const given = parameter(await searchParams, 'from')
  const from = /^\d{1,7}$/.test(given) ? Number(given) : number - 1
  const context = runtime().context()
  const { rules, semantics } = context
  const detail = await revisionDetail(runtime().store.db, { plans: rules.plans, semantics }, number, from).catch(unread)
  if (detail === null) notFound()
  return (
    <Prefetched context={context} answers={detail ? [[revisionQuery(number, from), detail]] : []}>
      <RevisionView number={number} from={from} person={{ name, role }} />
    </Prefetched>
  )
}

/** That the database does not answer the page says by itself. */
function unread(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error
}
