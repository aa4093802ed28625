import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { auditEntryQuery } from '#app/data/audit-queries.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { type AuditEntryView, getAuditEntry, parseEntryNumber } from '#lib/queries/audit/audit-entry.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { EntryView } from './entry-view.tsx'

interface EntryPageProps {
  readonly params: Promise<{ readonly seq: string }>
}

export async function generateMetadata({ params }: EntryPageProps): Promise<Metadata> {
  await requirePageUser()
  const entry = await entryOf((await params).seq)
  return { title: entry ? `${actionVerb(entry.row.action)}, entry ${entry.row.seq}` : 'Audit' }
}

export default async function EntryPage({ params }: EntryPageProps) {
  await requirePageUser()
  const { seq } = await params
  const entry = await entryOf(seq)
  if (entry === null) notFound()
  return (
    <Prefetched context={runtime().context()} answers={entry ? [[auditEntryQuery(seq), entry]] : []}>
      <EntryView seq={seq} />
    </Prefetched>
  )
}

/** Null when there is no such entry; undefined when the database is unavailable. */
const entryOf = cache(async (text: string): Promise<AuditEntryView | null | undefined> => {
  try {
    return await getAuditEntry(runtime().store.db, parseEntryNumber(text))
  } catch (error) {
    if (error instanceof NotFoundError) return null
    if (error instanceof StoreError) return undefined
    throw error
  }
})
