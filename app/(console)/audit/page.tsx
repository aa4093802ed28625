import type { Metadata } from 'next'
import { AUDIT_ROWS } from '#app/data/audit-queries.ts'
import { type ListSearch, listSearch, type SearchParams } from '#app/data/list-search.ts'
import { AUDIT_LIST, listAuditFields } from '#lib/queries/audit/audit-list.ts'
import { countAuditNews, listActions } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../page-user.ts'
import { AuditList } from './audit-entries.tsx'
import type { OpenedAudit } from './use-audit-rows.ts'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  try {
    const [fields, opened] = await Promise.all([listAuditFields(runtime().store.db), openAudit(search)])
    return <AuditList key={opened.page.upTo} fields={fields} opened={opened} />
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return <AuditList fields={AUDIT_LIST.fields} opened={null} />
  }
}

async function openAudit(search: ListSearch): Promise<OpenedAudit> {
  const { store, chain } = runtime()
  const now = store.now()
  const page = await listActions(store.db, { ...search, upTo: null, before: null, limit: AUDIT_ROWS }, now)
  const [news, status] = await Promise.all([countAuditNews(store.db, search.q, BigInt(page.upTo), now), chain.status()])
  return { search, page, news: { ...news, chain: status } }
}
