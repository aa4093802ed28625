import { estimateInstances } from '#lib/hap/analysis/keb-gauges.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import type { AccountCondition } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'
import { listAccountBindings, listMigrationsOfTenant, type MigrationFacts } from './account-bindings.ts'
import type { AccountClaim } from './claim-table.ts'
import type { InventoryState } from './inventory-writer.ts'

interface AccountCount {
  readonly bindings: number
  readonly shoots: number
  /** Shoots with infrastructure errors. */
  readonly failing: number
  readonly clusters: ClusterCount
  /** Open claims whose shoot does not exist. */
  readonly awaited: readonly AccountClaim[]
}

/** Counts by account, cached until the account changes: lists read all of them, and few change. */
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

/** What counting reads of an inventory. */
interface Counts extends MigrationFacts {
  readonly namespace: string
  shootsOfAccount(key: string): readonly Shoot[]
  clusterCountOfAccount(key: string): ClusterCount
  condition(binding: Binding): AccountCondition | null
}

/** Clusters of accounts: open claims and shoots. KEB's own counts are estimated by shoots. */
export function createUsage(inventory: Counts): UsageSource {
  const naming = (name: string) =>
    inventory.shootsOfBinding(bindingKey({ kind: 'CredentialsBinding', namespace: inventory.namespace, name }))
  return {
    clusters: binding => inventory.clusterCountOfAccount(accountKey(binding.account)),
    tenants: ({ account }) => inventory.shootsOfAccount(accountKey(account)).map(({ globalAccount }) => globalAccount),
    bindings: ({ account }) => listAccountBindings(inventory, accountKey(account)),
    condition: binding => inventory.condition(binding),
    migrations: globalAccount => listMigrationsOfTenant(inventory, globalAccount),
    instances: (bindingName, globalAccount) => estimateInstances(naming(bindingName), globalAccount),
    shoots: bindingName => naming(bindingName).length,
  }
}
