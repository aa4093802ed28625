import { ANNOTATIONS, accountKey, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { NewTarget, SeenBinding, TargetRecord } from '#lib/store/jobs/job-record.ts'
import type { JobContext } from './job-context.ts'

/** What a job keeps of a binding, so that a person can be told later what changed. */
export function seenBinding({ resourceVersion: version, labels, annotations }: Binding): SeenBinding {
  // The ids of HAP's writes tell people nothing.
  const { [ANNOTATIONS.writes]: _, ...notes } = annotations
  return { version, labels, annotations: notes }
}

/**
 * Whether a target tells which object it was: without uid and account, only an unchanged version proves that the binding is the same
 * object. Labels alone prove nothing, as a binding of another account may have them.
 */
export function isIdentifiable({ remembered, seenVersion }: TargetRecord, { resourceVersion }: Binding): boolean {
  return remembered !== null || seenVersion === resourceVersion
}

/** A target of a job as the console has it at the version that was seen: nothing where it does not have that any more. */
export function targetAt(
  { inventory, shown }: Pick<JobContext, 'inventory' | 'shown'>,
  ref: BindingRef,
  version: string,
): Pick<NewTarget, 'seen' | 'remembered'> {
  const key = bindingKey(ref)
  const now = inventory.binding(key)
  const seen = (now?.resourceVersion === version ? now : shown?.at(key, version)) ?? null
  if (seen === null) return { seen, remembered: null }
  return { seen: seenBinding(seen), remembered: { uid: seen.uid, account: accountKey(seen.account) } }
}
