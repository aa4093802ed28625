import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { filterShootsOn, shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { MULTI_ACCOUNT_OFF } from '#lib/hap/lifecycle/multi-account.ts'
import { conditionCause } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimContext, ClaimRules } from './claim-context.ts'
import type { Deadline } from './deadline.ts'
import type { Accounts } from './recent-bindings.ts'

/** Whether a shoot is the cluster a claim names. */
export function isCluster({ name, runtimeId }: Shoot, cluster: string): boolean {
  return cluster !== '' && (name === cluster || runtimeId === cluster)
}

/** Whether a shoot may be on an account: it is, or its account is unknown. */
export function mayBeOn(inventory: Inventory, shoot: Shoot, account: string): boolean {
  const other = inventory.accountOfShoot(shoot)
  return other === null || accountKey(other) === account
}

/** Whether a shoot is known to be on an account. */
export function isOn(inventory: Inventory, shoot: Shoot, account: string | null): boolean {
  const its = inventory.accountOfShoot(shoot)
  return its !== null && accountKey(its) === account
}

/**
 * The shoots that are the cluster of a claim; none while it is unknown or does not exist. A shoot
 * on another account is never meant.
 */
export function shootsOfClaim(
  inventory: Inventory,
  { cluster, tenant, account }: Pick<ClaimRecord, 'cluster' | 'tenant' | 'account'>,
): readonly Shoot[] {
  if (cluster === null || account === null) return []
  const mayBeThere = (shoot: Shoot) => mayBeOn(inventory, shoot, account)
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (named !== null) return mayBeThere(named) ? [named] : []
  const shoots = [...inventory.shootsOfTenant(tenant).filter(mayBeThere), ...inventory.shootsOfAccount(account)]
  return shoots.filter(shoot => isCluster(shoot, cluster))
}

/** Names and runtime ids of shoots: a claim may use either. */
export function namesOf(shoots: readonly Shoot[]): readonly string[] {
  return [...new Set(shoots.flatMap(({ name, runtimeId }) => (runtimeId === null ? [name] : [name, runtimeId])))]
}

/** Clusters of other tenants that are read from Gardener one by one; one that exists already decides. */
const ENOUGH = 2

interface OwnedAccount {
  readonly account: string
  readonly tenant: string
  /** Its bindings, as far as they are known. */
  readonly bindings: readonly BindingRef[]
}

/**
 * Reads the shoots on an account: those of the tenant from Gardener, and those of other tenants in
 * the inventory that still exist. Throws GardenError.
 */
export async function readShootsOnAccount(
  { garden, inventory }: ClaimContext,
  { account, tenant, bindings }: OwnedAccount,
  deadline: Deadline,
): Promise<readonly Shoot[]> {
  const listed = await deadline.persist(() => garden.shootsOf(tenant))
  const foreign: Shoot[] = []
  for (const known of inventory.shootsOfAccount(account)) {
    if (known.globalAccount === tenant) continue
    const isCertain = foreign.length >= ENOUGH
    const now = isCertain ? known : await deadline.persist(ms => garden.shoot(known, ms))
    // Another shoot of the same name may have been created on the same account.
    const isThere = now !== null && (now.uid === known.uid || filterShootsOn(inventory, [now], bindings).length > 0)
    if (isThere) foreign.push(known)
  }
  return [...filterShootsOn(inventory, listed, bindings), ...foreign]
}

/**
 * Why a running cluster cannot be the one of a claim, as a sentence; null if it can, or is unknown.
 */
export function clusterRefusal(
  inventory: Inventory,
  { tenant, account }: Pick<ClaimRecord, 'tenant' | 'account'>,
  cluster: string,
): string | null {
  const shoot = findShoot(inventory, cluster)
  if (shoot === null) return null
  if (shoot.globalAccount !== null && shoot.globalAccount !== tenant)
    return `The cluster ${cluster} belongs to another global account.`
  const its = inventory.accountOfShoot(shoot)
  if (its === null || account === null || accountKey(its) === account) return null
  return `The cluster ${cluster} runs on an account other than that of the claim.`
}

/**
 * Why the cluster of a claim cannot be changed, as a sentence; null if it does not run, or is the
 * same by another name.
 */
export function renamingRefusal(inventory: Inventory, claim: ClaimRecord, cluster: string): string | null {
  const running = shootsOfClaim(inventory, claim).filter(shoot => isOn(inventory, shoot, claim.account))
  if (running.length === 0 || running.some(shoot => isCluster(shoot, cluster))) return null
  return `The claim is for the cluster ${claim.cluster}, which still exists. It can name another cluster once that one is deleted.`
}

/** Names by which claims may refer to the cluster, also while it does not exist; none for null. */
export function namesOfCluster(inventory: Inventory, cluster: string | null): readonly string[] {
  if (cluster === null) return []
  const shoot = findShoot(inventory, cluster)
  return [...new Set([cluster, ...(shoot === null ? [] : namesOf([shoot]))])]
}

/** Finds a shoot by name or runtime id. */
function findShoot(inventory: Inventory, cluster: string): Shoot | null {
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (named !== null) return named
  for (const shoot of inventory.shoots()) if (isCluster(shoot, cluster)) return shoot
  return null
}

/** A cluster that exists before its claim, with the account it runs on. */
export interface RunningCluster {
  /** As the claim calls it. */
  readonly cluster: string
  readonly account: string
  /** A binding of that account, to be shown; null when none is known. */
  readonly binding: string | null
  /** Why Gardener refuses the account at the moment, as a sentence; null when it does not. */
  readonly refusal: string | null
}

/** Finds the account on which the cluster of a claim runs already; null if it does not run or its account is unknown. */
export function runningCluster(
  { inventory }: Pick<ClaimContext, 'inventory'>,
  cluster: string | null,
): RunningCluster | null {
  const shoot = cluster === null ? null : findShoot(inventory, cluster)
  const account = shoot && inventory.accountOfShoot(shoot)
  if (cluster === null || !account) return null
  const key = accountKey(account)
  const bindings = inventory.bindingsOfAccount(key)
  const [condition] = bindings.flatMap(binding => inventory.condition(binding) ?? [])
  const name = bindings[0]?.name ?? null
  const refusal = condition
    ? `The cluster ${cluster} already runs on the account of ${name}, which cannot be written: ${conditionCause(condition.cause, account.kind)}.`
    : null
  return { cluster, account: key, binding: name, refusal }
}

/** Every account except that of the cluster. A claim and its shoot count as one cluster (semantics, "Counting clusters"). */
export function elsewhere({ account }: RunningCluster): Accounts {
  return { has: other => other !== account, size: 1 }
}

/** Rules without limits and guard, for a cluster that runs already. */
export function withoutLimits(rules: ClaimRules): ClaimRules {
  const { allowed } = rules.selection.multiAccount
  return { ...rules, selection: { ...rules.selection, multiAccount: { ...MULTI_ACCOUNT_OFF, allowed } } }
}

/** Message of a claim that gets the account of its running cluster. */
export function runsThereMessage(message: string, { cluster }: RunningCluster): string {
  return `${message} The cluster ${cluster} already runs there, so no limit applies.`
}

/** Message of a claim that is refused because its cluster runs in another pool, with what to do. */
export function runsElsewhereMessage({ cluster, binding }: RunningCluster, pool: Pool): string {
  return `The cluster ${cluster} already runs on the account of ${binding ?? 'a binding without labels'}, which a request for pool ${poolName(pool)} cannot use. Correct the request or the labels of that binding, and retry with a new Idempotency-Key.`
}
