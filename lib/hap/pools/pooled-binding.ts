import { ANNOTATIONS, holdEnd } from './annotations.ts'
import type { Binding } from './binding.ts'
import { type LabelProblem, labelProblems } from './label-problems.ts'
import { type HapLabels, HELD, isPartOfHap, isShared, readLabels } from './labels.ts'
import type { Pool } from './pool.ts'
import { type BindingState, isGivenBack } from './state.ts'
import { isOfNow } from './state-since.ts'

/** A binding of HAP with what its labels and annotations say, read once. */
export interface PooledBinding {
  readonly binding: Binding
  readonly labels: HapLabels
  readonly problems: readonly LabelProblem[]
  readonly terminating: boolean
  /** Milliseconds since 1970; null = no hold. */
  readonly holdEnd: number | null
}

/** Reads a binding; null when it carries none of HAP's labels and so is none of HAP's business. */
export function pooledBinding(binding: Binding): PooledBinding | null {
  const labels = readLabels(binding.kind, binding.labels)
  if (!isPartOfHap(labels)) return null
  const problems = labelProblems(binding, labels)
  return { binding, labels, problems, terminating: binding.deletedAt !== null, holdEnd: holdEnd(binding) }
}

/** What its state follows from. */
interface Stateful extends Omit<PooledBinding, 'binding'> {
  readonly binding: Pick<Binding, 'annotations' | 'doubt'>
}

/** The state of a binding at a moment in milliseconds since 1970, since a hold may have ended. First that fits wins. */
export function stateAt(pooled: Stateful, at: number): BindingState {
  const { labels } = pooled
  if (pooled.terminating) return 'terminating'
  if (pooled.problems.length > 0) return 'malformed'
  if (labels.dirty === HELD) return 'held'
  if (labels.dirty !== null) return dirtyState(pooled)
  if (isHeld(pooled, at)) return 'held'
  if (labels.internal !== null) return 'internal'
  if (labels.shared !== null) return 'shared'
  return labels.tenantName === null ? 'free' : 'claimed'
}

/** Whether a binding is on hold. One whose labels show the hold stays so until somebody takes them off, whatever the hour. */
export function isHeld({ holdEnd: end, labels }: Pick<PooledBinding, 'holdEnd' | 'labels'>, at: number): boolean {
  return labels.dirty === HELD || (end !== null && at < end)
}

/** The pool a binding belongs to; null without a hyperscaler type. */
export function poolOf({ labels }: PooledBinding): Pool | null {
  if (labels.hyperscalerType === null) return null
  return {
    hyperscalerType: labels.hyperscalerType,
    euAccess: labels.euAccess === 'true',
    shared: isShared(labels),
  }
}

/** KEB's cleanup job leaves our notes behind: a cleaning that somebody else's time saw is none. What a person has to look at stays so. */
function dirtyState({ labels, binding: { annotations, doubt } }: Stateful): BindingState {
  const state = annotations[ANNOTATIONS.state]
  // How far a cleaning was is evidence about another object.
  if (doubt !== undefined) return state === 'quarantined' ? state : 'dirty'
  return isGivenBack(state) && (state === 'quarantined' || isOfNow(labels, annotations)) ? state : 'dirty'
}
