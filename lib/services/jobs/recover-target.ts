import { parseAction } from '#lib/hap/actions/action.ts'
import { claimIdOf } from '#lib/hap/audit/target.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { isReverted, REVERTED } from '#lib/services/actions/check-after-write.ts'
import { writeOf } from '#lib/services/actions/recover-actions.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { UNRESOLVABLE } from '#lib/store/jobs/job-lease.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { type JobContext, requestOf } from './job-context.ts'

/**
 * `again`: nothing was written, so the target can be retried. `later`: the outcome cannot be
 * determined yet.
 */
export type Look =
  | { readonly kind: 'ended'; readonly status: 'done' | 'failed' | 'unknown'; readonly message: string | null }
  | { readonly kind: 'again' }
  | { readonly kind: 'later' }

const AGAIN: Look = { kind: 'again' }
/** Also for a write that was just sent. */
export const LATER: Look = { kind: 'later' }
/** Maximum number of attempts of one target that are read. */
const MAX_ATTEMPTS = 20

/**
 * Resolves the outcome of a target that was not stored with its job: the audit log names each write
 * before it is sent, and the binding shows whether that write landed.
 */
export async function resolveOutcome(
  { store, writes }: Pick<JobContext, 'store' | 'writes'>,
  jobId: string,
  { position, binding }: TargetRecord,
): Promise<Look> {
  const entries = await listAudit(store.db, { requestId: requestOf(jobId, position) }, { limit: MAX_ATTEMPTS })
  // Older versions let the client of any request choose its id, so that it can look like the id of
  // a target.
  const isTry = (action: string, targets: readonly string[]) =>
    parseAction(action) !== null && claimIdOf(targets) === null && targets.includes(bindingKey(binding))
  const tries = entries.filter(({ action, targets }) => isTry(action, targets))
  const accepted = tries.find(({ outcome }) => outcome === 'accepted')
  if (accepted) return { kind: 'ended', status: 'done', message: accepted.detail }
  for (const { outcome, wanted } of tries) {
    const write = writeOf(wanted)
    if (write === null) continue
    // A refused or failed attempt has written nothing.
    if (outcome !== 'open' && outcome !== 'unknown') continue
    const { landing, now } = await writes.lookUp(write)
    if (isReverted(write, now)) return { kind: 'ended', status: 'failed', message: REVERTED }
    // recoverChecks repeats its check and records the outcome.
    if (landing === 'landed' && write.needsEmpty) return LATER
    if (landing === 'landed') return { kind: 'ended', status: 'done', message: FOUND }
    if (landing === 'gone') return { kind: 'ended', status: 'unknown', message: UNRESOLVABLE }
    // Two writes at the same version cannot both land.
    if (landing === 'not-landed' || landing === 'pending') continue
    return now === null ? LATER : { kind: 'ended', status: 'unknown', message: UNRESOLVABLE }
  }
  return AGAIN
}

const FOUND = 'It was written before the console stopped; the binding shows that.'
