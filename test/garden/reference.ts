import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { anySelector, claimSelector, type LabelSelector, selects, sharedSelector } from '#lib/hap/pools/selector.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'

/** All results of an inventory as plain data. */
export interface Picture {
  readonly bindings: readonly Binding[]
  readonly shoots: readonly Shoot[]
  readonly ofAccount: Readonly<Record<string, readonly string[]>>
  readonly ofTenant: Readonly<Record<string, readonly string[]>>
  readonly shootsOfAccount: Readonly<Record<string, readonly string[]>>
  readonly shootsOfTenant: Readonly<Record<string, readonly string[]>>
  readonly shootsOfBinding: Readonly<Record<string, readonly string[]>>
  readonly clusters: Readonly<Record<string, number>>
  /** Shoots with infrastructure errors, and bindings, of the account of each binding. */
  readonly counts: Readonly<Record<string, readonly [failing: number, bindings: number]>>
  readonly failing: readonly string[]
  readonly unresolved: readonly string[]
  readonly globalAccounts: readonly string[]
  readonly pools: Readonly<Record<string, readonly string[]>>
}

/** The current state of an inventory. */
export function pictureOf(inventory: Inventory, about: Picture): Picture {
  const { pools } = inventory
  const bindings = [...inventory.bindings()]
  const poolReads = (pool: Pool) => ({
    any: pools.dedicated(pool),
    claim: pools.unowned(pool),
    shared: pools.shared(pool),
  })
  return {
    bindings: sortedBy(bindings, bindingKey),
    shoots: sortedBy([...inventory.shoots()], shootKey),
    ofAccount: answers(about.ofAccount, key => inventory.bindingsOfAccount(key).map(bindingKey)),
    ofTenant: answers(about.ofTenant, key => inventory.bindingsOfTenant(key).map(bindingKey)),
    shootsOfAccount: answers(about.shootsOfAccount, key => inventory.shootsOfAccount(key).map(shootKey)),
    shootsOfTenant: answers(about.shootsOfTenant, key => inventory.shootsOfTenant(key).map(shootKey)),
    shootsOfBinding: answers(about.shootsOfBinding, key => inventory.shootsOfBinding(key).map(shootKey)),
    clusters: Object.fromEntries(
      bindings.map(binding => [bindingKey(binding), inventory.usage.clusters(binding).onlyInGardener]),
    ),
    counts: Object.fromEntries(
      bindings.map(binding => {
        const key = accountKey(binding.account)
        return [bindingKey(binding), [inventory.failingCountOfAccount(key), inventory.bindingCountOfAccount(key)]]
      }),
    ),
    failing: [...inventory.failingShoots()].map(shootKey).sort(),
    globalAccounts: [...inventory.globalAccounts()].sort(),
    unresolved: [...inventory.unresolvedShoots()].map(shootKey).sort(),
    pools: Object.fromEntries(
      POOLS.flatMap(pool =>
        Object.entries(poolReads(pool)).map(([view, found]) => [
          `${poolKey(pool)} ${view}`,
          found.map(each => bindingKey(each.binding)).sort(),
        ]),
      ),
    ),
  }
}

/** The expected state of an inventory of these objects: each result is computed by a scan of all of them. */
export function referencePicture(bindings: readonly Binding[], shoots: readonly Shoot[]): Picture {
  const nameOf = (shoot: Shoot) => shoot.binding && bindingKey({ ...shoot.binding, namespace: shoot.namespace })
  const bindingOf = (shoot: Shoot) => bindings.find(binding => bindingKey(binding) === nameOf(shoot)) ?? null
  const tenant = (binding: Binding) => readLabels(binding.kind, binding.labels).tenantName || null
  const account = (binding: Binding | null) => binding && accountKey(binding.account)
  const owners = new Map(shoots.map(shoot => [shoot, account(bindingOf(shoot))]))
  return {
    bindings: sortedBy(bindings, bindingKey),
    shoots: sortedBy(shoots, shootKey),
    ofAccount: grouped(bindings, account, bindingKey),
    ofTenant: grouped(bindings, tenant, bindingKey),
    shootsOfAccount: grouped(shoots, shoot => owners.get(shoot) ?? null, shootKey),
    shootsOfTenant: grouped(shoots, shoot => shoot.globalAccount, shootKey),
    shootsOfBinding: grouped(shoots, nameOf, shootKey),
    clusters: Object.fromEntries(
      bindings.map(binding => [
        bindingKey(binding),
        shoots.filter(shoot => owners.get(shoot) === accountKey(binding.account)).length,
      ]),
    ),
    counts: Object.fromEntries(
      bindings.map(binding => {
        const key = accountKey(binding.account)
        const failing = shoots.filter(shoot => owners.get(shoot) === key && fails(shoot))
        return [bindingKey(binding), [failing.length, bindings.filter(each => account(each) === key).length]]
      }),
    ),
    failing: shoots
      .filter(shoot => shoot.binding !== null && fails(shoot))
      .map(shootKey)
      .sort(),
    globalAccounts: [...new Set([...bindings.map(tenant), ...shoots.map(shoot => shoot.globalAccount)])]
      .filter(each => each !== null)
      .sort(),
    unresolved: shoots
      .filter(shoot => shoot.binding !== null && bindingOf(shoot) === null)
      .map(shootKey)
      .sort(),
    pools: Object.fromEntries(
      POOLS.flatMap(pool =>
        VIEWS.map(([view, selector]) => [`${poolKey(pool)} ${view}`, selected(bindings, selector(pool))]),
      ),
    ),
  }
}

function fails({ errorCodes }: Shoot): boolean {
  return errorCodes.some(code => code.startsWith('ERR_INFRA_'))
}

const VIEWS: readonly (readonly [string, (pool: Pool) => LabelSelector])[] = [
  ['any', anySelector],
  ['claim', claimSelector],
  ['shared', sharedSelector],
]

const POOLS: readonly Pool[] = ['aws', 'azure', 'gcp', 'gcp_cf-sa30', 'openstack_eu-de-1', 'alicloud'].flatMap(
  hyperscalerType =>
    [true, false].flatMap(euAccess => [true, false].map(shared => ({ hyperscalerType, euAccess, shared }))),
)

function selected(bindings: readonly Binding[], selector: LabelSelector): string[] {
  return bindings
    .filter(binding => selects(selector, readLabels(binding.kind, binding.labels)))
    .map(bindingKey)
    .sort()
}

/** By name, then kind, then namespace. */
function grouped<T extends { readonly name: string; readonly kind?: string; readonly namespace: string }>(
  items: readonly T[],
  keyOf: (item: T) => string | null,
  nameOf: (item: T) => string,
): Record<string, string[]> {
  const sorted = items.toSorted((a, b) => {
    const [left, right] = [a, b].map(each => JSON.stringify([each.name, each.kind ?? '', each.namespace]))
    return (left ?? '') < (right ?? '') ? -1 : 1
  })
  const groups: Record<string, string[]> = {}
  for (const item of sorted) {
    const key = keyOf(item)
    if (key === null) continue
    groups[key] ??= []
    groups[key].push(nameOf(item))
  }
  return groups
}

function answers(keys: object, read: (key: string) => readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(Object.keys(keys).map(key => [key, read(key)]))
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
