import { changedLines } from '#lib/hap/actions/diff.ts'
import { MAX_JOB_TARGETS, RETRYABLE_STATUSES } from '#lib/hap/actions/job.ts'
import { identify, isAbsent, isTrusted } from '#lib/hap/lifecycle/identity.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { listTargets } from '#lib/store/jobs/jobs.ts'
import type { JobOrder, SeenVersions } from './job-input.ts'
import { isIdentifiable } from './seen-bindings.ts'

/**
 * Selects the targets to retry and their versions. A binding that changed since the user saw it is
 * left out and counted in `changed`, unless `seen` names its version: no user has decided on its
 * new state. A binding that no longer exists, or now refers to another account, is left out too.
 */
export function retryTargets(
  failed: readonly TargetRecord[],
  seen: SeenVersions,
  bindingOf: (key: string) => Binding | null,
): { readonly targets: JobOrder['targets']; readonly changed: number } {
  let changed = 0
  const targets = failed.flatMap(target => {
    const { kind, name } = target.binding
    const now = bindingOf(bindingKey(target.binding))
    const identity = identify(target.remembered, now)
    if (now === null || isAbsent(identity)) return []
    const named = seen.get(`${kind} ${name}`)
    if (named !== undefined) return [{ kind, name, seenVersion: named }]
    if (isTrusted(identity) && !needsReview(target, now)) return [{ kind, name, seenVersion: now.resourceVersion }]
    changed++
    return []
  })
  return { targets, changed }
}

/**
 * A write in doubt may itself be the change, and lands at no version but its own, so it needs no
 * review.
 */
function needsReview(target: TargetRecord, now: Binding): boolean {
  const { changed, seen, status } = target
  if (changed !== null || !isIdentifiable(target, now)) return true
  return status !== 'unknown' && seen !== null && changedLines(seen, now).length > 0
}

/**
 * Returns the targets of a job that can be retried: not done or in doubt, and in no retry. Throws
 * StoreError.
 */
export function listRetryable(db: Db, id: string): Promise<readonly TargetRecord[]> {
  return listTargets(db, id, { statuses: RETRYABLE_STATUSES, left: true, offset: 0, limit: MAX_JOB_TARGETS })
}

/**
 * Refuses an order that retries targets which its job no longer has to retry; null if it may start.
 * Throws StoreError.
 */
export async function findRetryRefusal(
  db: Db,
  { retryOf, targets }: Pick<JobOrder, 'retryOf' | 'targets'>,
): Promise<RefusedError | null> {
  if (retryOf === null) return null
  const left = new Set((await listRetryable(db, retryOf)).map(({ binding }) => `${binding.kind} ${binding.name}`))
  const count = targets.filter(({ kind, name }) => !left.has(`${kind} ${name}`)).length
  if (count === 0) return null
  const are = count === 1 ? '1 of these bindings is' : `${count} of these bindings are`
  return new RefusedError(409, `${are} not retryable: already done, or in another retry. Reload the job.`)
}
