import { changedLines } from '#lib/hap/actions/diff.ts'
import { identify, isAbsent, isTrusted } from '#lib/hap/lifecycle/identity.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import type { JobOrder } from './job-order.ts'
import type { SeenVersions } from './retry-order.ts'
import { isIdentifiable } from './seen-binding.ts'

/**
 * What of the targets that were not done is tried again, and at which version. One that changed since somebody saw it is left out, and
 * counted in `changed`, unless the version to go by is named: nobody has decided on what it is now. What does not exist, or has the
 * name of a binding of another account, is left out too.
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
    if (isTrusted(identity) && !asksForALook(target, now)) return [{ kind, name, seenVersion: now.resourceVersion }]
    changed++
    return []
  })
  return { targets, changed }
}

/** A write whose outcome nobody knows may be what changed it, and lands on no other version than its own. */
function asksForALook(target: TargetRecord, now: Binding): boolean {
  const { changed, seen, status } = target
  if (changed !== null || !isIdentifiable(target, now)) return true
  return status !== 'unknown' && seen !== null && changedLines(seen, now).length > 0
}
