/**
 * Facts that decide whether a Cluster or SubscriptionRequest may be deleted, and with which
 * consequences.
 */
export interface DeletionFacts {
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly deleting: boolean
  /** Cluster that created the SubscriptionRequest; null for none. */
  readonly owner: string | null
  /** Name of the shoot; null for none. */
  readonly shoot: string | null
  /** Name of the binding; null for none. */
  readonly binding: string | null
  /** Whether the Cluster is imported (BYOC). */
  readonly brought: boolean
  /** Other Clusters and SubscriptionRequests with the same account; null when unknown. */
  readonly others: number | null
  /** Number of its KubeconfigRequests. */
  readonly kubeconfigs: number
}

/** Returns why it cannot be deleted, as a sentence; null when it can. */
export function deletionRefusal({ deleting, owner }: DeletionFacts): string | null {
  if (deleting) return 'Already being deleted.'
  return owner === null
    ? null
    : `It belongs to the Cluster ${owner}, which would request an account again. Delete the Cluster instead.`
}

/** Lists the consequences of the deletion as sentences. */
export function deletionConsequence(facts: DeletionFacts): readonly string[] {
  const { kind, shoot, binding, brought, kubeconfigs, others } = facts
  if (kind === 'SubscriptionRequest')
    return binding === null
      ? ['The request leaves the queue without an account.']
      : accountSentences('The', binding, others)
  return [
    ...(brought
      ? ['The cluster itself is imported and will not be deleted. Its administrators lose the access that HAP granted.']
      : []),
    ...(shoot === null
      ? []
      : [`Gardener will delete the shoot ${shoot} with everything in it. This cannot be undone.`]),
    ...(binding === null ? [] : accountSentences('Then the', binding, others)),
    ...(!brought && shoot === null && binding === null
      ? ['Nothing has been created yet; its subscription request is deleted too.']
      : []),
    ...(kubeconfigs === 0
      ? []
      : [
          brought
            ? `The access of ${counted(kubeconfigs)} will be revoked permanently.`
            : `${kubeconfigs === 1 ? '1 KubeconfigRequest will' : `${kubeconfigs} KubeconfigRequests will`} have no cluster.`,
        ]),
  ]
}

/** Describes what happens to the account. A shared account is never cleaned. */
function accountSentences(start: string, binding: string, others: number | null): readonly string[] {
  if (others !== null && others > 0) {
    const use = others === 1 ? 'another cluster uses it' : `${others} other clusters use it`
    return [`Account ${binding} is kept because ${use}.`]
  }
  const back = `${start} account ${binding} will be released.`
  if (others === null) return [back]
  return [back, 'Unless shared, it becomes dirty once no cluster uses it and must be cleaned.']
}

function counted(kubeconfigs: number): string {
  return kubeconfigs === 1 ? '1 KubeconfigRequest' : `${kubeconfigs} KubeconfigRequests`
}

/** Whether the user must type the name: the deletion cannot be undone. */
export function mustTypeName({ kind, shoot, binding }: DeletionFacts): boolean {
  return kind === 'Cluster' || shoot !== null || binding !== null
}
