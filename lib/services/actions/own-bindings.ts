import { freshBindingsOf } from '#lib/garden/fresh/fresh-bindings.ts'
import { isUsable } from '#lib/garden/inventory/pool-neighbours.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import type { Owner } from '#lib/hap/actions/previous-state.ts'
import { onAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { BINDING_KINDS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { labelKey } from '#lib/hap/pools/labels.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { ActionContext } from './action-context.ts'

/**
 * What else a global account has of a pool, read anew: the watch may not have told yet what it was given. Bindings that name it in
 * the words of another kind cannot be asked for; they are as the watch has them.
 */
export async function ownBindings(
  { inventory, client, allowed, now }: ActionContext,
  { tenant, hyperscalerType, euAccess }: Owner,
  binding: Binding,
): Promise<Pick<ActionFacts, 'peers' | 'severalAllowed'>> {
  const { namespace } = inventory
  const kinds = BINDING_KINDS.filter(kind => isRead(inventory, kind))
  const listed = (await Promise.all(kinds.map(kind => freshBindingsOf(client, namespace, kind, tenant)))).flat()
  const unlisted = inventory
    .bindingsOfTenant(tenant)
    .filter(({ kind, labels }) => !inventory.isServed(kind) || !Object.hasOwn(labels, labelKey(kind, 'tenantName')))
  const all = PoolIndex.of([...listed, ...unlisted]).owned({ hyperscalerType, euAccess, shared: false }, tenant)
  const others = all.filter(other => bindingKey(other.binding) !== bindingKey(binding))
  const peers = others.filter(other => isUsable(inventory, other, now()))
  return { peers, severalAllowed: onAllowlist(allowed(), tenant) }
}

/** A kind that may not be read, or is not served, has no binding that could be given to anybody. */
function isRead(inventory: ActionContext['inventory'], kind: Binding['kind']): boolean {
  return inventory
    .freshness()
    .some(({ source, phase, complete, absent }) => source === kind && !absent && (phase !== 'refused' || complete))
}
