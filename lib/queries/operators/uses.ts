import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { compareText } from '#lib/hap/text/text.ts'
import { clusterRows } from './clusters/cluster-row.ts'
import type { OperatorObjects } from './operator-objects.ts'
import type { ResourceState } from './resource-state.ts'
import { subscriptionRows } from './subscriptions/subscription-row.ts'

/** A custom resource that uses something, or asks for it. */
interface Use {
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly name: string
  readonly state: ResourceState
}

/** Who uses something: the first of them, and how many there are. */
export interface Uses {
  readonly uses: readonly Use[]
  readonly total: number
}

type Used =
  | { readonly binding: { readonly kind: BindingKind; readonly name: string } }
  | { readonly globalAccount: string }

/** A panel shows no more; the lists have all. */
const MOST = 10

/** The Clusters of a binding or a global account, and the requests that no Cluster made; `objects` are null without a control plane. */
export function usesOf(objects: OperatorObjects | null, used: Used): Uses {
  const isMeant = ({
    binding,
    globalAccount,
  }: Pick<ReturnType<typeof clusterRows>[number], 'binding' | 'globalAccount'>) =>
    'binding' in used
      ? binding?.kind === used.binding.kind && binding.name === used.binding.name
      : globalAccount === used.globalAccount
  const uses: Use[] = [
    ...clusterRows(objects)
      .filter(isMeant)
      .map(({ name, state }) => ({ kind: 'Cluster', name, state }) as const),
    ...subscriptionRows(objects)
      .filter(row => row.cluster === null && isMeant(row))
      .map(({ name, state }) => ({ kind: 'SubscriptionRequest', name, state }) as const),
  ]
  const sorted = uses.toSorted((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name))
  return { uses: sorted.slice(0, MOST), total: sorted.length }
}
