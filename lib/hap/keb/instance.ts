/** One instance of KEB's database, or several alike. */
export interface KebInstance {
  readonly globalAccount: string
  /** The owner before the subaccount moved; empty when it never did. */
  readonly subscriptionGlobalAccount: string
  /** Name of its binding; empty before one was resolved. */
  readonly binding: string
  readonly deleted: boolean
  readonly suspended: boolean
  readonly count: number
}

/**
 * KEB's count of multi-account selection: instances on a binding of this name that are not deleted, suspended ones too, whose
 * owner is the global account their subscription was made in, else the present one (KEB).
 */
export function countInstances(instances: readonly KebInstance[], binding: string, globalAccount: string): number {
  return instances
    .filter(one => one.binding === binding && !one.deleted && ownerOf(one) === globalAccount)
    .reduce((sum, one) => sum + one.count, 0)
}

/** The global account an instance counts for: that of its subscription, else the present one (KEB). */
export function ownerOf(instance: KebInstance): string {
  return instance.subscriptionGlobalAccount === '' ? instance.globalAccount : instance.subscriptionGlobalAccount
}

/** The same where KEB's database is not at hand: shoots of the global account that name the binding stand for its instances. */
export function estimateInstances(
  naming: readonly { readonly globalAccount: string | null }[],
  globalAccount: string,
): number {
  return naming.reduce((count, shoot) => count + (shoot.globalAccount === globalAccount ? 1 : 0), 0)
}
