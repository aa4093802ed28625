import { viewerRoute } from '#app/api/viewer-route.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { getAuditEntry, parseEntryNumber } from '#lib/queries/audit/audit-entry.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute<{ seq: string }>(async ({ params }) => {
  const entry = await getAuditEntry(runtime().store.db, parseEntryNumber(params.seq))
  if (entry === null) throw new NotFoundError('There is no such entry in the audit log.')
  return entry
})
