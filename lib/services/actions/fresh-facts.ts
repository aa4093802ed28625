import { cleanerOutlook } from '#lib/garden/cleaning/cleaner-outlook.ts'
import { poolNeighbours } from '#lib/garden/inventory/pool-neighbours.ts'
import { shootsNaming } from '#lib/garden/inventory/shoots-naming.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import type { Owner } from '#lib/hap/actions/previous-state.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ActionContext } from './action-context.ts'
import { ownBindings } from './own-bindings.ts'
import { shootsOnAccount } from './shoots-on-account.ts'

interface FactsAsked {
  readonly chosen?: string | null
  readonly owner?: Owner | null
  /** Reads all shoots of the landscape: clusters of other global accounts are found before any watch delivers them. */
  readonly every?: EveryShoot | null
}

/** How fresh a read of all shoots has to be. */
export interface EveryShoot {
  /** A moment of `ActionContext.shoots`, after which the read begins. */
  readonly since: number
  /** Called with the number of shoots when they have to be listed, and with null when they are. */
  readonly onList?: ((shoots: number | null) => void) | undefined
}

/**
 * Everything an action on a binding is judged by, read anew as far as anybody can: bindings of the account one by one, claims from
 * the database, and shoots: of others those that the inventory has, or with `every` all of them. `chosen` is the tenant a person says;
 * `owner` is to be given the binding again, so that what else it has is read too.
 */
export async function freshFacts(
  context: ActionContext,
  pooled: PooledBinding,
  { chosen = null, owner = null, every = null }: FactsAsked = {},
): Promise<ActionFacts> {
  const { binding } = pooled
  const at = context.now()
  const settings = { allowed: context.allowed(), plans: context.plans() }
  const neighbours = poolNeighbours(pooled, context.inventory, settings, at, { chosen })
  const siblings = await siblingsNow(context, binding)
  const account = accountKey(binding.account)
  const [shoots, claims, givenBackBy] = await Promise.all([
    shootsOf(context, binding, [binding, ...siblings], every),
    context.claims.open(account),
    context.claims.givenBackBy(account),
  ])
  const facts: ActionFacts = {
    ...neighbours,
    ...(owner && (await ownBindings(context, owner, binding))),
    pooled,
    at,
    clusters: accountClusters(shoots, claims),
    givenBackBy,
    siblings: siblings.flatMap(sibling => pooledBinding(sibling) ?? []),
  }
  return context.cleaning ? { ...facts, cleaner: cleanerOutlook(facts, context.cleaning) } : facts
}

async function shootsOf(
  context: ActionContext,
  binding: Binding,
  bindings: readonly Binding[],
  every: EveryShoot | null,
): Promise<readonly Shoot[]> {
  if (every === null) return shootsOnAccount(context, binding, bindings)
  const shoots = await context.shoots.read(every.since, every.onList)
  every.onList?.(null)
  return shootsNaming(context.inventory, shoots, bindings)
}

/** Why what is known is too old to act on, as a sentence; null when it is not. */
export function tooOld({ inventory }: Pick<ActionContext, 'inventory'>): string | null {
  const old = inventory.freshness().find(({ source, phase, complete }) => {
    // A kind of binding that may not be read has none that could be acted on.
    return phase === 'stale' || (!complete && (phase !== 'refused' || source === 'Shoot'))
  })
  if (!old) return null
  const missing =
    old.complete && old.ageMs !== null
      ? `has sent nothing about ${old.source} objects for ${Math.round(old.ageMs / 1000)} s`
      : `has not sent all ${old.source} objects yet`
  return `Gardener ${missing}, so it is unknown who uses the account. Try again once the console is live.`
}

/**
 * The other bindings of the account, read one by one; those of a kind that Gardener does not serve as they were known last. One that
 * was recreated for another account since is none of them.
 */
export async function siblingsNow(
  { inventory, writes }: Pick<ActionContext, 'inventory' | 'writes'>,
  binding: Pick<Binding, 'kind' | 'namespace' | 'name' | 'account'>,
): Promise<readonly Binding[]> {
  const key = bindingKey(binding)
  const account = accountKey(binding.account)
  const known = inventory.bindingsOfAccount(account).filter(other => bindingKey(other) !== key)
  const read = await Promise.all(known.map(other => (inventory.isServed(other.kind) ? writes.read(other) : other)))
  return read.filter(other => accountKey(other.account) === account)
}
