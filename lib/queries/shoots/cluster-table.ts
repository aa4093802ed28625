import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import type { KnownClusters } from '../cluster-register.ts'
import { areShootsRead } from '../health.ts'
import { findPosition } from '../lists/list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { AccountPools, Cluster, type ClusterSurroundings } from './cluster.ts'
import { OccurringTexts } from './occurring-texts.ts'
import { countChanges, type PlanSource } from './plan-source.ts'
import { byName } from './shoot-list.ts'

interface Joined {
  readonly cluster: Cluster
  /** All claims of the shoot. */
  readonly claims: readonly ClusterClaim[]
}

const NO_CLAIMS: readonly ClusterClaim[] = []

/**
 * Joins the shoots of an inventory with their claims. While the claims are identical, a read only
 * updates shoots that changed since the previous one.
 */
export class ClusterTable {
  readonly #inventory: Inventory
  readonly #accounts: AccountPools
  readonly #surroundings: ClusterSurroundings
  #version: number | null = null
  #known: KnownClusters | null = null
  #all: Cluster[] = []
  /** Until all shoots are read, no claim counts as one without a shoot. */
  #isComplete = false
  readonly #shoots = new Map<string, Joined>()
  /** Number of shoots per claim; ambiguous names cause several. */
  readonly #shootCounts = new Map<ClusterClaim, number>()
  readonly #occurring = new OccurringTexts()
  /** Version of the plan sources when texts were counted. */
  #plansVersion = 0

  constructor(inventory: Inventory, plans: readonly PlanSource[]) {
    this.#inventory = inventory
    this.#accounts = new AccountPools(inventory)
    this.#surroundings = { accounts: this.#accounts, plans }
  }

  /** Sources of plans. */
  get plans(): readonly PlanSource[] {
    return this.#surroundings.plans
  }

  /** Values of fields in the last read. */
  get occurring(): Pick<OccurringTexts, 'of'> {
    return this.#occurring
  }

  /** Returns clusters by name; valid until the next read. */
  read(known: KnownClusters | null): readonly Cluster[] {
    const { version } = this.#inventory
    const same = this.#version !== null && known === this.#known
    const changes = same ? this.#inventory.changesSince(this.#version ?? 0) : null
    this.#known = known
    this.#version = version
    const plansVersion = countChanges(this.plans)
    const isWhole = changes === null || changes.sources
    if (isWhole) this.#readAll()
    else {
      const shoots = new Set(changes.shoots)
      for (const binding of changes.bindings)
        for (const shoot of this.#inventory.shootsOfBinding(binding)) shoots.add(shootKey(shoot))
      if (changes.bindings.size > 0) this.#accounts.forget()
      for (const key of shoots) this.#updateShoot(key)
    }
    if (isWhole || plansVersion !== this.#plansVersion) this.#occurring.restart(this.#all)
    this.#plansVersion = plansVersion
    return this.#all
  }

  #readAll(): void {
    this.#accounts.forget()
    this.#shoots.clear()
    this.#shootCounts.clear()
    for (const shoot of this.#inventory.shoots()) this.#join(shoot)
    const clusters = Array.from(this.#shoots.values(), ({ cluster }) => cluster)
    this.#isComplete = areShootsRead({ inventory: this.#inventory })
    if (this.#known !== null && this.#isComplete) {
      for (const claim of this.#known.claims)
        if (!this.#shootCounts.has(claim)) clusters.push(this.#withoutShoot(claim))
    }
    this.#all = clusters.sort(byName)
  }

  #updateShoot(key: string): void {
    const before = this.#shoots.get(key)
    const shoot = this.#inventory.shoot(key)
    const after = shoot && this.#join(shoot)
    if (after && before) {
      this.#all[findPosition(this.#all, before.cluster, byName)] = after.cluster
      this.#occurring.remove(before.cluster)
      this.#occurring.add(after.cluster)
    } else if (after) this.#insert(after.cluster)
    else if (before) {
      this.#shoots.delete(key)
      this.#remove(before.cluster)
    }
    for (const claim of after?.claims ?? NO_CLAIMS)
      if (this.#shootCounts.get(claim) === 1 && !before?.claims.includes(claim)) this.#remove(this.#withoutShoot(claim))
    for (const claim of before?.claims ?? NO_CLAIMS)
      if (this.#detach(claim) && this.#isComplete) this.#insert(this.#withoutShoot(claim))
  }

  #join(shoot: Shoot): Joined {
    const claims = this.#known ? claimsFor(shoot, this.#known, this.#inventory) : NO_CLAIMS
    for (const claim of claims) this.#shootCounts.set(claim, (this.#shootCounts.get(claim) ?? 0) + 1)
    const [claim = null] = claims
    const known = this.#known === null ? null : claim === null ? 'gardener' : 'both'
    const joined = { cluster: new Cluster({ shoot, claim, known }, this.#surroundings), claims }
    this.#shoots.set(shootKey(shoot), joined)
    return joined
  }

  /** Removes a shoot from a claim and returns whether the claim has none left. */
  #detach(claim: ClusterClaim): boolean {
    const left = (this.#shootCounts.get(claim) ?? 0) - 1
    if (left > 0) this.#shootCounts.set(claim, left)
    else this.#shootCounts.delete(claim)
    return left <= 0
  }

  #withoutShoot(claim: ClusterClaim): Cluster {
    return new Cluster({ shoot: null, claim, known: 'database' }, this.#surroundings)
  }

  #insert(cluster: Cluster): void {
    this.#all.splice(findPosition(this.#all, cluster, byName), 0, cluster)
    this.#occurring.add(cluster)
  }

  #remove(cluster: Cluster): void {
    const index = findPosition(this.#all, cluster, byName)
    const found = this.#all[index]
    if (found === undefined || byName(found, cluster) !== 0) return
    this.#all.splice(index, 1)
    this.#occurring.remove(found)
  }
}

/**
 * A claim refers to its cluster by shoot name or runtime id. A shoot on another account does not
 * belong to it.
 */
function claimsFor(shoot: Shoot, known: KnownClusters, inventory: Inventory): readonly ClusterClaim[] {
  const byName = known.naming(shoot.name)
  const byId = shoot.runtimeId === null ? NO_CLAIMS : known.naming(shoot.runtimeId)
  if (byName.length + byId.length === 0) return NO_CLAIMS
  const account = inventory.accountOfShoot(shoot)
  if (account === null) return [...byName, ...byId]
  const key = accountKey(account)
  return [...byName, ...byId].filter(claim => claim.account === key)
}

const tables = onePerProcess('cluster-tables', () => new WeakMap<Inventory, ClusterTable>())

/**
 * Lists all shoots with their claims, and claims without a shoot, by name; valid until the next
 * call. `known` is null when the database does not answer: then only shoots.
 */
export function listAllClusters(context: ClusterSources, known: KnownClusters | null): readonly Cluster[] {
  return tableOf(context).read(known)
}

/** Returns the occurring values of fields in these clusters; valid until the next call. */
export function getOccurringTexts(context: ClusterSources, known: KnownClusters | null): Pick<OccurringTexts, 'of'> {
  const table = tableOf(context)
  table.read(known)
  return table.occurring
}

type ClusterSources = Pick<QueryContext, 'inventory' | 'plans'>

function tableOf({ inventory, plans }: ClusterSources): ClusterTable {
  let table = tables.get(inventory)
  if (table?.plans !== plans) {
    table = new ClusterTable(inventory, plans)
    tables.set(inventory, table)
  }
  return table
}
