import { ANNOTATIONS, type Binding, holdEnd } from './binding.ts'
import { type HapLabels, HELD, isPartOfHap, isShared, type LabelProblem, labelProblems, readLabels } from './labels.ts'
import type { Pool } from './pool.ts'
import { BINDING_STATES, type BindingState, isGivenBack, isOfNow } from './state.ts'

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

export type StateCounts = Readonly<Record<BindingState, number>>

/** Bindings per state at a moment in milliseconds since 1970; every state is present. */
export function countStates(bindings: Iterable<PooledBinding>, at: number): StateCounts {
  const counts = Object.fromEntries(BINDING_STATES.map(state => [state, 0])) as Record<BindingState, number>
  for (const pooled of bindings) counts[stateAt(pooled, at)]++
  return counts
}

/**
 * A CredentialsBinding to which Gardener moved the clusters of a SecretBinding, without its labels. No selector finds it, and KEB no
 * longer knows whose the account is.
 */
export interface Migration {
  readonly binding: Binding
  /** The labels it should carry: those of the binding it replaces, or what the claims of the account say. */
  readonly labels: HapLabels
  /** The labelled binding of the account; null when it is gone. */
  readonly source: Binding | null
}

const NAME_PREFIX = 'force-migrated-'
const STATUS_LABEL = 'credentialsbinding.gardener.cloud/status'

/** Whether Gardener itself made a CredentialsBinding, for the forced upgrade of a shoot on a SecretBinding. */
export function isForceMigrated({ kind, name, labels }: Pick<Binding, 'kind' | 'name' | 'labels'>): boolean {
  if (kind !== 'CredentialsBinding') return false
  return (
    name.startsWith(NAME_PREFIX) || (Object.hasOwn(labels, STATUS_LABEL) && labels[STATUS_LABEL] === 'force-migrated')
  )
}

/** The labels of an account in a pool, with its owner. */
export function labelsIn({ hyperscalerType, euAccess, shared }: Pool, tenantName: string | null): HapLabels {
  return {
    ...NO_LABELS,
    hyperscalerType,
    tenantName,
    euAccess: euAccess ? 'true' : null,
    shared: shared ? 'true' : null,
  }
}

const NO_LABELS: HapLabels = {
  hyperscalerType: null,
  tenantName: null,
  dirty: null,
  internal: null,
  shared: null,
  euAccess: null,
}

/** A migrated binding as lists show it: malformed, since its labels are missing. */
export function pooledMigration({ binding }: Migration): PooledBinding {
  const words = 'migrated by Gardener without the labels of the account'
  const problems = [{ label: 'hyperscalerType', kind: 'missing', words } as const]
  return { binding, labels: NO_LABELS, problems, terminating: binding.deletedAt !== null, holdEnd: null }
}
