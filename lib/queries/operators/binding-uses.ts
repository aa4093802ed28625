import type { BindingKind, BindingRef } from '#lib/hap/pools/binding.ts'
import { compareText } from '#lib/hap/text.ts'
import { listClusterItems } from './cluster-list.ts'
import type { OperatorObjects } from './operator-objects.ts'
import type { ResourceState } from './resource-state.ts'
import { listSubscriptionItems } from './subscription-list.ts'

/** A custom resource that uses an account, or requests one. */
interface Use {
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly name: string
  readonly state: ResourceState
}

/** The first users by name, and the number of all. */
export interface Uses {
  readonly uses: readonly Use[]
  readonly total: number
}

type Used =
  | { readonly binding: { readonly kind: BindingKind; readonly name: string } }
  | { readonly globalAccount: string }

/** A panel shows the first users; the lists show all. */
const MAX_USES = 10

/**
 * Lists Clusters of a binding or a global account, and SubscriptionRequests without a Cluster.
 * `objects` are null without a control plane.
 */
export function listUses(objects: OperatorObjects | null, used: Used): Uses {
  const isMeant = (binding: BindingRef | null, globalAccount: string | null) =>
    'binding' in used
      ? binding?.kind === used.binding.kind && binding.name === used.binding.name
      : globalAccount === used.globalAccount
  const uses: Use[] = [
    ...listClusterItems(objects)
      .filter(({ cluster, globalAccount }) => isMeant(cluster.status?.bindingRef ?? null, globalAccount))
      .map(({ cluster, summary: { state } }) => ({ kind: 'Cluster', name: cluster.metadata.name, state }) as const),
    ...listSubscriptionItems(objects)
      .filter(({ request, cluster, globalAccount }) => {
        return cluster === null && isMeant(request.status?.bindingRef ?? null, globalAccount)
      })
      .map(({ request: { metadata }, summary: { state } }) => {
        return { kind: 'SubscriptionRequest', name: metadata.name, state } as const
      }),
  ]
  const sorted = uses.toSorted((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name))
  return { uses: sorted.slice(0, MAX_USES), total: sorted.length }
}

/** Counts the other users of a binding, besides the one that asks; 0 without a binding. */
export function countOtherUses(
  objects: OperatorObjects,
  binding: { readonly kind: BindingKind; readonly name: string } | null,
): number {
  return binding === null ? 0 : Math.max(0, listUses(objects, { binding }).total - 1)
}
