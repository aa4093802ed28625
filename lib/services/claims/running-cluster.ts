import { MULTI_ACCOUNT_OFF } from '#lib/hap/lifecycle/multi-account.ts'
import { conditionCause } from '#lib/hap/pools/account-condition.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import type { ClaimContext, ClaimRules } from './claim-context.ts'
import { shootCalled } from './cluster-of-others.ts'
import type { Accounts } from './overlaid-index.ts'

/** A cluster that runs before it is claimed for, and where. */
export interface RunningCluster {
  /** As the claim calls it. */
  readonly cluster: string
  readonly account: string
  /** A binding of that account, to be shown; null when none is known. */
  readonly binding: string | null
  /** Why Gardener refuses the account at the moment, as a sentence; null when it does not. */
  readonly refusal: string | null
}

/** Where the cluster of a claim runs already; null when it does not, or nobody knows on which account. */
export function runningCluster(
  { inventory }: Pick<ClaimContext, 'inventory'>,
  cluster: string | null,
): RunningCluster | null {
  const shoot = cluster === null ? null : shootCalled(inventory, cluster)
  const account = shoot && inventory.accountOfShoot(shoot)
  if (cluster === null || !account) return null
  const key = accountKey(account)
  const bindings = inventory.bindingsOfAccount(key)
  const [condition] = bindings.flatMap(binding => inventory.condition(binding) ?? [])
  const name = bindings[0]?.name ?? null
  const refusal = condition
    ? `The cluster ${cluster} runs already, on the account of ${name}, which cannot be written: ${conditionCause(condition.cause, account.kind)}.`
    : null
  return { cluster, account: key, binding: name, refusal }
}

/** Every account but the one where it runs: a database cluster and a shoot are one (semantics, "Counting clusters"). */
export function elsewhere({ account }: RunningCluster): Accounts {
  return { has: other => other !== account, size: 1 }
}

/** The same rules without limits and guard, for a cluster that has its place already, counted or not. */
export function withoutLimits(rules: ClaimRules): ClaimRules {
  const { allowed } = rules.selection.multiAccount
  return { ...rules, selection: { ...rules.selection, multiAccount: { ...MULTI_ACCOUNT_OFF, allowed } } }
}

/** Why a claim for it gets that account. */
export function runsThere(message: string, { cluster }: RunningCluster): string {
  return `${message} The cluster ${cluster} runs there already, so no limit applies.`
}

/** Why a claim for it is refused, and what to do. */
export function runsElsewhere({ cluster, binding }: RunningCluster, pool: Pool): string {
  return `The cluster ${cluster} runs already, on the account of ${binding ?? 'a binding without labels'}, which a request that leads to pool ${poolName(pool)} cannot be given. Correct the request, or the labels of that binding, and ask again with a new Idempotency-Key.`
}
