import { freshShoot, freshShootsOf } from '#lib/garden/fresh/fresh-shoots.ts'
import { bindingKeyOf, shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { shootsNaming } from '#lib/garden/inventory/shoots-naming.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue, readLabels } from '#lib/hap/pools/labels.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ActionContext } from './action-context.ts'

/** Clusters of others that are asked for one by one: where so many are, it is the same with the rest. */
const ENOUGH = 2

type ShootContext = Pick<ActionContext, 'inventory' | 'client'>

/**
 * Shoots on an account as far as anybody can ask for them one by one: those of each tenant its bindings name, and of those of others that
 * the inventory knows the ones Gardener still has there. What a watch has not told of others is missed. Throws GardenError.
 */
export async function shootsOnAccount(
  { inventory, client }: ShootContext,
  { account, namespace }: Binding,
  bindings: readonly Binding[],
): Promise<readonly Shoot[]> {
  const tenants = new Set(bindings.flatMap(({ kind, labels }) => readLabels(kind, labels).tenantName ?? []))
  const asked = [...tenants].filter(isLegalLabelValue)
  const listed = (await Promise.all(asked.map(tenant => freshShootsOf(client, namespace, tenant)))).flat()
  const found = new Map(listed.map(shoot => [shootKey(shoot), shoot]))
  const own = found.size
  for (const known of inventory.shootsOfAccount(accountKey(account))) {
    const key = shootKey(known)
    if (found.has(key) || (known.globalAccount !== null && asked.includes(known.globalAccount))) continue
    if (found.size - own >= ENOUGH) {
      found.set(key, known)
      continue
    }
    const now = await freshShoot(client, known, {})
    // Bindings beside these may be of the account too: what is where the inventory saw it is on the account.
    if (now && (bindingKeyOf(now) === bindingKeyOf(known) || shootsNaming(inventory, [now], bindings).length > 0))
      found.set(key, now)
  }
  const others = [...found.values()].slice(own)
  return [...shootsNaming(inventory, listed, bindings), ...others]
}
