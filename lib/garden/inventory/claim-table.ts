import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'

/** A claim with its account. */
export interface AccountClaim extends OpenClaim {
  /** Key of accountKey. */
  readonly account: string
  /** Key of its pool; absent when not recorded. */
  readonly poolKey?: string | null
  /** `releasing` while its release is unfinished; open otherwise. */
  readonly status?: string
}

/** Claims of the database with their indexes. */
export class ClaimTable {
  readonly #byId = new Map<string, AccountClaim>()
  readonly #byAccount = new ClaimGroups(({ account }) => account)
  readonly #byTenant = new ClaimGroups(({ tenant }) => tenant || null)

  get(id: string): AccountClaim | null {
    return this.#byId.get(id) ?? null
  }

  ofAccount(account: string): readonly AccountClaim[] {
    return this.#byAccount.of(account)
  }

  ofTenant(globalAccount: string): readonly AccountClaim[] {
    return this.#byTenant.of(globalAccount)
  }

  /** Global accounts with a claim. */
  tenants(): IterableIterator<string> {
    return this.#byTenant.keys()
  }

  /** Sets or, with null, removes a claim. Returns whether a count changes. */
  replace(id: string, after: AccountClaim | null): boolean {
    const before = this.get(id)
    if (isSame(before, after)) return false
    if (after === null) this.#byId.delete(id)
    else this.#byId.set(id, after)
    for (const groups of [this.#byAccount, this.#byTenant]) groups.replace(id, before, after)
    return true
  }
}

function isSame(a: AccountClaim | null, b: AccountClaim | null): boolean {
  return a?.account === b?.account && a?.cluster === b?.cluster && a?.tenant === b?.tenant
}

/** Claims by a key, in the order of arrival. */
class ClaimGroups {
  readonly #groups = new Map<string, Map<string, AccountClaim>>()
  readonly #keyOf: (claim: AccountClaim) => string | null

  /** A null key belongs to no group. */
  constructor(keyOf: (claim: AccountClaim) => string | null) {
    this.#keyOf = keyOf
  }

  of(key: string): readonly AccountClaim[] {
    const group = this.#groups.get(key)
    return group ? [...group.values()] : []
  }

  keys(): IterableIterator<string> {
    return this.#groups.keys()
  }

  replace(id: string, before: AccountClaim | null, after: AccountClaim | null): void {
    const from = before && this.#keyOf(before)
    const to = after && this.#keyOf(after)
    if (from !== null && from !== to) {
      const group = this.#groups.get(from)
      group?.delete(id)
      if (group?.size === 0) this.#groups.delete(from)
    }
    if (after === null || to === null) return
    const group = this.#groups.get(to) ?? new Map<string, AccountClaim>()
    group.set(id, after)
    this.#groups.set(to, group)
  }
}
