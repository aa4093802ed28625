import { parseAction } from '#lib/hap/actions/action.ts'
import { claimIdOf } from '#lib/hap/audit/target.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { writeOf } from '#lib/services/actions/look-at-action.ts'
import { isTakenBack, TAKEN_BACK } from '#lib/services/actions/taken-back.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { CANNOT_TELL } from '#lib/store/jobs/targets.ts'
import { type JobContext, requestOf } from './job-context.ts'

/** `again`: nothing was written, and it can be done. `later`: nobody can tell at the moment. */
export type Look =
  | { readonly kind: 'ended'; readonly status: 'done' | 'failed' | 'unknown'; readonly message: string | null }
  | { readonly kind: 'again' }
  | { readonly kind: 'later' }

const AGAIN: Look = { kind: 'again' }
/** Also of what was just sent. */
export const LATER: Look = { kind: 'later' }
/** Tries of one target that are looked at. */
const MOST = 20

/**
 * What became of a target whose outcome was not noted with its job: by the audit log, which names each write before it is sent, and
 * by the binding itself, which tells whether that write landed.
 */
export async function lookAtTarget(
  { store, writes }: Pick<JobContext, 'store' | 'writes'>,
  jobId: string,
  { position, binding }: TargetRecord,
): Promise<Look> {
  const entries = await listAudit(store.db, { requestId: requestOf(jobId, position) }, { limit: MOST })
  // Older versions let whoever starts a job, acts on a binding, or releases a claim call that request as a target of a job.
  const isTry = (action: string, targets: readonly string[]) =>
    parseAction(action) !== null && claimIdOf(targets) === null && targets.includes(bindingKey(binding))
  const tries = entries.filter(({ action, targets }) => isTry(action, targets))
  const accepted = tries.find(({ outcome }) => outcome === 'accepted')
  if (accepted) return { kind: 'ended', status: 'done', message: accepted.detail }
  for (const { outcome, wanted } of tries) {
    const write = writeOf(wanted)
    if (write === null) continue
    // What was refused or failed has written nothing.
    if (outcome !== 'open' && outcome !== 'unknown') continue
    const { landing, now } = await writes.lookUp(write)
    if (isTakenBack(write, now)) return { kind: 'ended', status: 'failed', message: TAKEN_BACK }
    // Its check is made up for, and then it has an outcome: see recoverChecks.
    if (landing === 'landed' && write.needsEmpty) return LATER
    if (landing === 'landed') return { kind: 'ended', status: 'done', message: FOUND }
    if (landing === 'gone') return { kind: 'ended', status: 'unknown', message: CANNOT_TELL }
    // Not one write at this version can land beside another one.
    if (landing === 'not-landed' || landing === 'pending') continue
    return now === null ? LATER : { kind: 'ended', status: 'unknown', message: CANNOT_TELL }
  }
  return AGAIN
}

const FOUND = 'It was written before the console stopped; the binding shows that.'
