import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'

/** What `check` answers; where it refuses, that is recorded. Throws what it throws, or AuditError. */
export async function recorded<Result>(
  { audit }: { readonly audit: Pick<AuditLog, 'refused'> },
  draft: IntentDraft,
  check: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof RefusedError) await audit.refused(draft, error.message.slice(0, 1_000))
    throw error
  }
}
