import { previewCleaner } from '#lib/garden/cleaning-progress.ts'
import { readBindingsOf, readShoot, readShootsOf } from '#lib/garden/fresh-reads.ts'
import { findNeighbours, isUsable } from '#lib/garden/inventory/pool-neighbours.ts'
import { bindingKeyOf, filterShootsOn, shootKey } from '#lib/garden/inventory/shoot-table.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import type { PreviousOwner } from '#lib/hap/actions/previous-state.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, BINDING_KINDS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue, labelKey, readLabels } from '#lib/hap/pools/labels.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { type PooledBinding, pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ActionContext } from './action-context.ts'

interface FactsAsked {
  readonly chosen?: string | null
  readonly owner?: PreviousOwner | null
  /**
   * If set, reads all shoots of the landscape, which finds clusters of other tenants before a watch
   * delivers them.
   */
  readonly every?: EveryShoot | null
}

/** How fresh a read of all shoots has to be. */
export interface EveryShoot {
  /** A moment of `ActionContext.shoots`; the read begins after it. */
  readonly since: number
  /** Called with the number of shoots when listing them starts, and with null when it ends. */
  readonly onList?: ((shoots: number | null) => void) | undefined
}

/**
 * Reads the facts that an action on a binding is planned by: the bindings of the account one by
 * one, its claims from the database, and its shoots (of other tenants those in the inventory, or
 * all with `every`). `chosen` is the tenant that the user enters; for `owner`, who receives the
 * binding again, its other bindings are read too.
 */
export async function readFacts(
  context: ActionContext,
  pooled: PooledBinding,
  { chosen = null, owner = null, every = null }: FactsAsked = {},
): Promise<ActionFacts> {
  const { binding } = pooled
  const at = context.now()
  const settings = { allowed: context.allowed(), plans: context.plans() }
  const neighbours = findNeighbours(pooled, context.inventory, settings, at, { chosen })
  const siblings = await readSiblings(context, binding)
  const account = accountKey(binding.account)
  const [shoots, claims, releasedBy] = await Promise.all([
    shootsOf(context, binding, [binding, ...siblings], every),
    context.claims.open(account),
    context.claims.releasedBy(account),
  ])
  const facts: ActionFacts = {
    ...neighbours,
    ...(owner && (await readOwnBindings(context, owner, binding))),
    pooled,
    at,
    clusters: accountClusters(shoots, claims),
    releasedBy,
    siblings: siblings.flatMap(sibling => pooledBinding(sibling) ?? []),
  }
  return context.cleaning ? { ...facts, cleaner: previewCleaner(facts, context.cleaning) } : facts
}

async function shootsOf(
  context: ActionContext,
  binding: Binding,
  bindings: readonly Binding[],
  every: EveryShoot | null,
): Promise<readonly Shoot[]> {
  if (every === null) return readShootsOnAccount(context, binding, bindings)
  const shoots = await context.shoots.read(every.since, every.onList)
  every.onList?.(null)
  return filterShootsOn(context.inventory, shoots, bindings)
}

/** Why the inventory is too old to act on, as a sentence; null if it is fresh. */
export function staleReason({ inventory }: Pick<ActionContext, 'inventory'>): string | null {
  const old = inventory.freshness().find(({ source, phase, complete }) => {
    // Bindings of a kind that the console may not read cannot be acted on, so its age does not
    // matter.
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
 * Reads the other bindings of the account one by one; those of a kind that Gardener no longer
 * serves come from the inventory. A binding recreated for another account is left out.
 */
export async function readSiblings(
  { inventory, writes }: Pick<ActionContext, 'inventory' | 'writes'>,
  binding: Pick<Binding, 'kind' | 'namespace' | 'name' | 'account'>,
): Promise<readonly Binding[]> {
  const key = bindingKey(binding)
  const account = accountKey(binding.account)
  const known = inventory.bindingsOfAccount(account).filter(other => bindingKey(other) !== key)
  const read = await Promise.all(known.map(other => (inventory.isServed(other.kind) ? writes.read(other) : other)))
  return read.filter(other => accountKey(other.account) === account)
}

/**
 * Reads the other bindings of a global account in a pool: the watch may not have delivered the
 * latest. Bindings that name the tenant with the label of another kind cannot be selected on the
 * server and come from the inventory.
 */
async function readOwnBindings(
  { inventory, client, allowed, now }: ActionContext,
  { tenant, hyperscalerType, euAccess }: PreviousOwner,
  binding: Binding,
): Promise<Pick<ActionFacts, 'peers' | 'severalAllowed'>> {
  const { namespace } = inventory
  const kinds = BINDING_KINDS.filter(kind => isRead(inventory, kind))
  const listed = (await Promise.all(kinds.map(kind => readBindingsOf(client, namespace, kind, tenant)))).flat()
  const unlisted = inventory
    .bindingsOfTenant(tenant)
    .filter(({ kind, labels }) => !inventory.isServed(kind) || !Object.hasOwn(labels, labelKey(kind, 'tenantName')))
  const all = PoolIndex.of([...listed, ...unlisted]).owned({ hyperscalerType, euAccess, shared: false }, tenant)
  const others = all.filter(other => bindingKey(other.binding) !== bindingKey(binding))
  const peers = others.filter(other => isUsable(inventory, other, now()))
  return { peers, severalAllowed: isOnAllowlist(allowed(), tenant) }
}

/** False for a kind that is not served or may not be read: none of its bindings can be claimed. */
function isRead(inventory: ActionContext['inventory'], kind: Binding['kind']): boolean {
  return inventory
    .freshness()
    .some(({ source, phase, complete, absent }) => source === kind && !absent && (phase !== 'refused' || complete))
}

/** Clusters of other tenants that are read one by one; more of them do not change the decision. */
const ENOUGH = 2

type ShootContext = Pick<ActionContext, 'inventory' | 'client'>

/**
 * Reads the shoots on an account that can be selected on the server: those of each tenant that its
 * bindings name, and of other tenants the shoots in the inventory that still exist. Misses shoots
 * of others that the watch has not delivered. Throws GardenError.
 */
async function readShootsOnAccount(
  { inventory, client }: ShootContext,
  { account, namespace }: Binding,
  bindings: readonly Binding[],
): Promise<readonly Shoot[]> {
  const tenants = new Set(bindings.flatMap(({ kind, labels }) => readLabels(kind, labels).tenantName ?? []))
  const asked = [...tenants].filter(isLegalLabelValue)
  const listed = (await Promise.all(asked.map(tenant => readShootsOf(client, namespace, tenant)))).flat()
  const found = new Map(listed.map(shoot => [shootKey(shoot), shoot]))
  const own = found.size
  for (const known of inventory.shootsOfAccount(accountKey(account))) {
    const key = shootKey(known)
    if (found.has(key) || (known.globalAccount !== null && asked.includes(known.globalAccount))) continue
    if (found.size - own >= ENOUGH) {
      found.set(key, known)
      continue
    }
    const now = await readShoot(client, known, {})
    // The account may have other bindings: a shoot that still uses the same binding is on the
    // account.
    if (now && (bindingKeyOf(now) === bindingKeyOf(known) || filterShootsOn(inventory, [now], bindings).length > 0))
      found.set(key, now)
  }
  const others = [...found.values()].slice(own)
  return [...filterShootsOn(inventory, listed, bindings), ...others]
}
