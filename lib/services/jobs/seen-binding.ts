import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import { type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { SeenBinding } from '#lib/store/jobs/job-record.ts'
import type { JobContext } from './job-context.ts'

/** What a job keeps of a binding, so that a person can be told later what changed. */
export function seenBinding({ resourceVersion: version, labels, annotations }: Binding): SeenBinding {
  // The ids of HAP's writes tell people nothing.
  const { [ANNOTATIONS.writes]: _, ...notes } = annotations
  return { version, labels, annotations: notes }
}

/** The same at the version that was seen; null where the console does not have that any more. */
export function seenAt(
  { inventory, shown }: Pick<JobContext, 'inventory' | 'shown'>,
  ref: BindingRef,
  version: string,
): SeenBinding | null {
  const key = bindingKey(ref)
  const now = inventory.binding(key)
  const seen = now?.resourceVersion === version ? now : shown?.at(key, version)
  return seen ? seenBinding(seen) : null
}
