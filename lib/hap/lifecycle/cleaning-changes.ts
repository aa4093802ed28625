import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import { isOfNow } from '../pools/state-since.ts'
import { type BindingChange, changeOf } from './change.ts'
import { stamp } from './stamp.ts'

/** Milliseconds an account rests after it was given back: a cluster may have been promised whose shoot does not exist yet. */
export const REST_MS = 900_000

/** When the rest of an account ends that is dirty since a moment, in milliseconds since 1970; 0 where nobody knows when it began. */
export function restEnd(since: number | null): number {
  return since === null ? 0 : since + REST_MS
}

/**
 * How far the cleaning of a dirty account is: `note` tells it, `state` is what that makes of it; null = it is merely dirty. Whoever
 * asked for a look has had it.
 */
export function cleaningNoted(
  binding: Binding,
  state: 'cleaning' | 'verifying' | null,
  note: string,
  at: number,
): BindingChange {
  const before = binding.annotations[ANNOTATIONS.state] ?? null
  const isSo =
    before === state && (state === null || isOfNow(readLabels(binding.kind, binding.labels), binding.annotations))
  const since = isSo ? {} : { stateSince: stamp(at) }
  return changeOf(binding, { notes: { state, cleaning: note, cleanNow: null, ...since } })
}

/** A cleaner is to take the account before all others; out of quarantine it begins anew. */
export function askedToClean(binding: Binding, at: number): BindingChange {
  const isQuarantined = binding.annotations[ANNOTATIONS.state] === 'quarantined'
  const anew = isQuarantined ? { state: null, stateSince: stamp(at), cleaning: null } : {}
  return changeOf(binding, { notes: { ...anew, cleanNow: stamp(at) } })
}

/** Milliseconds a wish counts: KEB's cleanup job leaves our notes behind, and they must not speak for whoever has the account next. */
const WISH_MS = 86_400_000

/** When somebody asked for a look at a dirty account before all others, in milliseconds since 1970; null when nobody did lately. */
export function askedAt({ annotations }: Pick<Binding, 'annotations'>, at: number): number | null {
  const asked = Date.parse(annotations[ANNOTATIONS.cleanNow] ?? '')
  return Number.isNaN(asked) || at - asked > WISH_MS ? null : asked
}

export function isAskedToClean(binding: Pick<Binding, 'annotations'>, at: number): boolean {
  return askedAt(binding, at) !== null
}
