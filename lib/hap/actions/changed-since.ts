import { epochOf } from '../lifecycle/epoch.ts'
import type { Binding } from '../pools/binding.ts'

/** What of a binding somebody decided on; null = whatever it is now. */
export interface Seen {
  readonly version: string | null
  readonly epoch: number | null
}

/** Why a binding is not the one somebody decided on, as a sentence; null when it is. The epoch tells more than the version: HAP raises it. */
export function changedSince(
  { version, epoch }: Seen,
  now: Pick<Binding, 'annotations' | 'resourceVersion'>,
): string | null {
  const current = epochOf(now)
  if (epoch !== null && epoch !== current)
    return `It was selected or changed since you opened this: its epoch was ${epoch} and is ${current}.`
  return version !== null && version !== now.resourceVersion ? 'It changed since you opened this.' : null
}
