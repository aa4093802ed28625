import type { ResourceState } from '#lib/queries/operators/resource-state.ts'
import { RESOURCE_STATE_WORDS } from '../../resource-state-text.tsx'

/** A Cluster that access may be asked for. */
export interface ClusterChoice {
  readonly name: string
  readonly state: ResourceState
}

/** What the list says of a Cluster: its state too where it is not ready. */
export function clusterLabel({ name, state }: ClusterChoice): string {
  return state === 'ready' ? name : `${name} (${RESOURCE_STATE_WORDS[state].label.toLowerCase()})`
}

/** The name of the one that a new form has: the first that is ready, where any is. */
export function firstChoice(clusters: readonly ClusterChoice[]): string {
  return (clusters.find(({ state }) => state === 'ready') ?? clusters[0])?.name ?? ''
}
