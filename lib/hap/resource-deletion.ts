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
  if (deleting) return 'It is being deleted already.'
  return owner === null
    ? null
    : `It belongs to the Cluster ${owner}, which would ask for an account again. Delete that.`
}

/** Lists the consequences of the deletion as sentences. */
export function deletionConsequence(facts: DeletionFacts): readonly string[] {
  const { kind, shoot, binding, brought, kubeconfigs, others } = facts
  if (kind === 'SubscriptionRequest')
    return binding === null ? ['It leaves the queue and gets no account.'] : accountSentences('The', binding, others)
  return [
    ...(brought
      ? ['The cluster itself stays: somebody brought it. Its administrators lose the access HAP gave them.']
      : []),
    ...(shoot === null ? [] : [`Gardener deletes the shoot ${shoot} with everything in it. That cannot be undone.`]),
    ...(binding === null ? [] : accountSentences('Then the', binding, others)),
    ...(!brought && shoot === null && binding === null
      ? ['Nothing has been made for it yet; its request goes too.']
      : []),
    ...(kubeconfigs === 0
      ? []
      : [
          brought
            ? `The access of ${counted(kubeconfigs)} ends for good.`
            : `${kubeconfigs === 1 ? 'One KubeconfigRequest is' : `${kubeconfigs} KubeconfigRequests are`} left without a cluster.`,
        ]),
  ]
}

/** Describes what happens to the account. A shared account is never cleaned. */
function accountSentences(start: string, binding: string, others: number | null): readonly string[] {
  if (others !== null && others > 0) {
    const use = others === 1 ? 'another one here uses it' : `${others} others here use it`
    return [`The account of ${binding} stays as it is, since ${use}.`]
  }
  const back = `${start} account of ${binding} is given back.`
  if (others === null) return [back]
  return [back, 'Unless it is a shared one, it becomes dirty once no cluster uses it, and has to be cleaned.']
}

function counted(kubeconfigs: number): string {
  return kubeconfigs === 1 ? 'one KubeconfigRequest' : `${kubeconfigs} KubeconfigRequests`
}

/** Whether the user must type the name: the deletion cannot be undone. */
export function mustTypeName({ kind, shoot, binding }: DeletionFacts): boolean {
  return kind === 'Cluster' || shoot !== null || binding !== null
}
