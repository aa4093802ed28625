import { entryNumber } from '#app/api/audit-query.ts'
import { NotFoundError } from '#app/api/problem.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { auditEntry } from '#lib/queries/audit/audit-entry.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ seq: string }>(async ({ params }) => {
  const entry = await auditEntry(runtime().store.db, entryNumber(params.seq))
  if (entry === null) throw new NotFoundError('There is no such entry in the audit log.')
  return entry
})
