import { type ChangedLine, changedLines } from '#lib/hap/actions/diff.ts'
import { identify, isAbsent, isTrusted } from '#lib/hap/lifecycle/identity.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { isIdentifiable } from './seen-binding.ts'

/** A target of an earlier job whose binding is not as it was seen then. */
export interface SinceSeen extends Pick<BindingRef, 'kind' | 'name'> {
  /** As it is now. */
  readonly version: string
  /** Null where nobody kept what was seen. */
  readonly lines: readonly ChangedLine[] | null
}

/** Which targets of an earlier job changed since somebody decided on them, by their labels and notes, in the order of the job. */
export function sinceSeen(
  targets: readonly TargetRecord[],
  bindingOf: (key: string) => Binding | null,
): readonly SinceSeen[] {
  return targets.flatMap(target => {
    const { binding, seen, changed, remembered } = target
    const now = bindingOf(bindingKey(binding))
    const identity = identify(remembered, now)
    if (now === null || isAbsent(identity)) return []
    const lines = seen && changedLines(seen, now)
    const isSame = lines === null ? changed === null : lines.length === 0
    if (isTrusted(identity) && isIdentifiable(target, now) && isSame) return []
    return [{ kind: binding.kind, name: binding.name, version: now.resourceVersion, lines }]
  })
}
