import { ANNOTATIONS, type Binding, holdEnd } from './binding.ts'
import {
  type HapLabels,
  HELD,
  isPartOfHap,
  isShared,
  type LabelProblem,
  labelProblems,
  NO_LABELS,
  readLabels,
} from './labels.ts'
import type { Pool } from './pool.ts'
import { BINDING_STATES, type BindingState, isCurrentMark, isReleasedState } from './state.ts'

/** A binding of HAP with parsed labels and annotations. */
export interface PooledBinding {
  readonly binding: Binding
  readonly labels: HapLabels
  readonly problems: readonly LabelProblem[]
  readonly terminating: boolean
  /** Milliseconds since 1970; null for no hold. */
  readonly holdEnd: number | null
}

/** Parses a binding; null when it has none of HAP's labels. */
export function pooledBinding(binding: Binding): PooledBinding | null {
  const labels = readLabels(binding.kind, binding.labels)
  if (!isPartOfHap(labels)) return null
  const problems = labelProblems(binding, labels)
  return { binding, labels, problems, terminating: binding.deletedAt !== null, holdEnd: holdEnd(binding) }
}

/** The part of a binding that determines its state. */
interface Stateful extends Omit<PooledBinding, 'binding'> {
  readonly binding: Pick<Binding, 'annotations' | 'doubt'>
}

/** State at a time in milliseconds since 1970, since holds end; the first matching state wins. */
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

/** All states, the most restrictive for an account first. */
const BY_RESTRICTION = [
  'quarantined',
  'dirty',
  'cleaning',
  'verifying',
  'held',
  'claimed',
  'internal',
  'shared',
  'malformed',
  'terminating',
  'free',
] as const satisfies readonly BindingState[]

/** State of an account: the most restrictive state of its bindings, so that a free account has free bindings only. */
export function accountStateAt(bindings: readonly PooledBinding[], at: number): BindingState {
  const [only] = bindings
  if (bindings.length === 1 && only) return stateAt(only, at)
  const states = new Set(bindings.map(each => stateAt(each, at)))
  return BY_RESTRICTION.find(state => states.has(state)) ?? 'free'
}

/**
 * Whether a binding is on hold. A hold that the labels show lasts until its labels are removed,
 * even past its end.
 */
export function isHeld({ holdEnd: end, labels }: Pick<PooledBinding, 'holdEnd' | 'labels'>, at: number): boolean {
  return labels.dirty === HELD || (end !== null && at < end)
}

/** Pool of a binding; null without a hyperscaler type. */
export function poolOf({ labels }: PooledBinding): Pool | null {
  if (labels.hyperscalerType === null) return null
  return {
    hyperscalerType: labels.hyperscalerType,
    euAccess: labels.euAccess === 'true',
    shared: isShared(labels),
  }
}

/**
 * State of a dirty binding. KEB's cleanup job keeps HAP's annotations, so a cleaning state recorded
 * with other labels is ignored; a quarantine is not, since it awaits a person.
 */
function dirtyState({ labels, binding: { annotations, doubt } }: Stateful): BindingState {
  const state = annotations[ANNOTATIONS.state]
  // Cleaning progress in a copied annotation belongs to another object.
  if (doubt !== undefined) return state === 'quarantined' ? state : 'dirty'
  return isReleasedState(state) && (state === 'quarantined' || isCurrentMark(labels, annotations)) ? state : 'dirty'
}

export type StateCounts = Readonly<Record<BindingState, number>>

/** Counts bindings by state at a time in milliseconds since 1970; includes states with 0. */
export function countStates(bindings: Iterable<PooledBinding>, at: number): StateCounts {
  const counts = Object.fromEntries(BINDING_STATES.map(state => [state, 0])) as Record<BindingState, number>
  for (const pooled of bindings) counts[stateAt(pooled, at)]++
  return counts
}

/**
 * A CredentialsBinding without HAP's labels that Gardener created for the clusters of a
 * SecretBinding. No selector finds it, and KEB does not know the owner of the account.
 */
export interface Migration {
  readonly binding: Binding
  /**
   * Labels it should have: those of the replaced binding, or those that the claims of the account
   * imply.
   */
  readonly labels: HapLabels
  /** The labelled binding of the account; null when deleted. */
  readonly source: Binding | null
}

const NAME_PREFIX = 'force-migrated-'
const STATUS_LABEL = 'credentialsbinding.gardener.cloud/status'

/**
 * Whether Gardener created a CredentialsBinding in a forced migration of a shoot from a
 * SecretBinding.
 */
export function isForceMigrated({ kind, name, labels }: Pick<Binding, 'kind' | 'name' | 'labels'>): boolean {
  if (kind !== 'CredentialsBinding') return false
  return (
    name.startsWith(NAME_PREFIX) || (Object.hasOwn(labels, STATUS_LABEL) && labels[STATUS_LABEL] === 'force-migrated')
  )
}

/** Labels of an account in a pool with its owner. */
export function labelsIn({ hyperscalerType, euAccess, shared }: Pool, tenantName: string | null): HapLabels {
  return {
    ...NO_LABELS,
    hyperscalerType,
    tenantName,
    euAccess: euAccess ? 'true' : null,
    shared: shared ? 'true' : null,
  }
}

/** The migrated binding as a list row: malformed, since its labels are missing. */
export function pooledMigration({ binding }: Migration): PooledBinding {
  const words = 'migrated by Gardener without labels'
  const problems = [{ label: 'hyperscalerType', kind: 'missing', words } as const]
  return { binding, labels: NO_LABELS, problems, terminating: binding.deletedAt !== null, holdEnd: null }
}
