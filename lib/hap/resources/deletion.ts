/** What decides whether a Cluster or a SubscriptionRequest may be deleted, and what comes of it. */
export interface DeletionFacts {
  readonly kind: 'Cluster' | 'SubscriptionRequest'
  readonly deleting: boolean
  /** The Cluster that made a SubscriptionRequest; null for none. */
  readonly owner: string | null
  /** Name of its shoot; null for none. */
  readonly shoot: string | null
  /** Name of the binding it has; null for none. */
  readonly binding: string | null
  /** A cluster that somebody brings. */
  readonly brought: boolean
  /** KubeconfigRequests for it. */
  readonly kubeconfigs: number
}

/** Why it cannot be deleted, as a sentence; null when it can. */
export function deletionObstacle({ deleting, owner }: DeletionFacts): string | null {
  if (deleting) return 'It is being deleted already.'
  return owner === null
    ? null
    : `It belongs to the Cluster ${owner}, which would ask for an account again. Delete that.`
}

/** What deleting it does, in sentences. */
export function deletionConsequence(facts: DeletionFacts): readonly string[] {
  const { kind, shoot, binding, brought, kubeconfigs } = facts
  if (kind === 'SubscriptionRequest')
    return [binding === null ? 'It leaves the queue and gets no account.' : `The account of ${binding} is given back.`]
  return [
    ...(brought
      ? ['The cluster itself stays: somebody brought it. Its administrators lose the access HAP gave them.']
      : []),
    ...(shoot === null ? [] : [`Gardener deletes the shoot ${shoot} with everything in it. That cannot be undone.`]),
    ...(binding === null ? [] : [`Then the account of ${binding} is given back.`]),
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

function counted(kubeconfigs: number): string {
  return kubeconfigs === 1 ? 'one KubeconfigRequest' : `${kubeconfigs} KubeconfigRequests`
}

/** Whether its name has to be typed before: what goes cannot be had again. */
export function needsName({ kind, shoot, binding }: DeletionFacts): boolean {
  return kind === 'Cluster' || shoot !== null || binding !== null
}
