import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { SeenBinding } from '#lib/store/jobs/job-record.ts'

/** What a job keeps of a binding, so that a person can be told later what changed. */
export function seenBinding({ resourceVersion: version, labels, annotations }: Binding): SeenBinding {
  // The ids of HAP's writes tell people nothing.
  const { [ANNOTATIONS.writes]: _, ...notes } = annotations
  return { version, labels, annotations: notes }
}

/** The same of what the inventory has, where that is still the version that was seen. */
export function seenAt(known: Binding | undefined | null, version: string): SeenBinding | null {
  return known?.resourceVersion === version ? seenBinding(known) : null
}
