import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { ClusterCount } from '#lib/hap/selection/usage.ts'
import type { AccountClaim } from './claim-table.ts'
import type { InventoryState } from './inventory-state.ts'

interface AccountCount {
  readonly bindings: number
  readonly shoots: number
  /** Of the shoots those that report infrastructure errors. */
  readonly failing: number
  readonly clusters: ClusterCount
  /** Open claims no shoot of the account is for. */
  readonly awaited: readonly AccountClaim[]
}

/** Counts by account, each kept until the account changes: lists ask for all of them with every read, and few have changed. */
export class AccountCounts {
  readonly #state: InventoryState
  readonly #counts = new Map<string, AccountCount>()
  #version = 0

  constructor(state: InventoryState) {
    this.#state = state
  }

  of(account: string): AccountCount {
    this.#forgetChanged()
    const known = this.#counts.get(account)
    if (known) return known
    const count = this.#count(account)
    this.#counts.set(account, count)
    return count
  }

  #forgetChanged(): void {
    const { log } = this.#state
    if (this.#version === log.version) return
    const changes = log.since(this.#version)
    if (changes === null) this.#counts.clear()
    else for (const account of changes.accounts) this.#counts.delete(account)
    this.#version = log.version
  }

  #count(account: string): AccountCount {
    const { byBinding, failing } = this.#state.shoots
    const bindings = this.#state.bindings.byAccount.of(account)
    const sum = (shoots: typeof byBinding) =>
      bindings.reduce((total, each) => total + shoots.count(bindingKey(each)), 0)
    const counts = { bindings: bindings.length, shoots: sum(byBinding), failing: sum(failing) }
    const claims = this.#state.claims.ofAccount(account)
    if (claims.length === 0) {
      return { ...counts, clusters: { database: 0, reserved: 0, onlyInGardener: counts.shoots }, awaited: [] }
    }
    const shoots = bindings.flatMap(each => byBinding.of(bindingKey(each)))
    const clusters = accountClusters(shoots, claims)
    const running = new Set(clusters.flatMap(({ shoot, claim }) => (shoot && claim ? claim : [])))
    const awaited = claims.filter(claim => !running.has(claim))
    const onlyInGardener = clusters.filter(({ claim }) => claim === null).length
    const database = counts.shoots - onlyInGardener
    return { ...counts, clusters: { database, reserved: awaited.length, onlyInGardener }, awaited }
  }
}
