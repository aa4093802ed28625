import { isHeld, type PooledBinding } from '../pools/pooled-binding.ts'
import type { Policy } from '../semantics/policy.ts'

/** Why a binding that its selector returns is not taken all the same. */
type Exclusion = 'terminating' | 'malformed' | 'dirty' | 'held' | 'internal' | 'restored'

/** The first policy that keeps a binding from being selected; null when none does. `at` in milliseconds since 1970. */
export function exclusion(pooled: PooledBinding, policy: Policy, at: number): Exclusion | null {
  return lastingExclusion(pooled, policy) ?? (policy.hold === 'excluded' && isHeld(pooled, at) ? 'held' : null)
}

/** The same without the hold, the only one that ends by itself. */
export function lastingExclusion(
  { binding, terminating, problems, labels }: PooledBinding,
  policy: Policy,
): Exclusion | null {
  if (terminating && policy.terminating === 'excluded') return 'terminating'
  if (binding.doubt !== undefined && policy.restored === 'excluded') return 'restored'
  if (problems.length > 0 && policy.malformed === 'excluded') return 'malformed'
  if (labels.dirty === 'true' && policy.dirtyShared === 'excluded') return 'dirty'
  if (labels.internal === 'true' && policy.internal === 'excluded') return 'internal'
  return null
}
