import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { GardenSize } from '#embedded-garden/landscape/size.ts'
import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { Sources } from '#lib/garden/inventory/freshness.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { InventoryWriter } from '#lib/garden/inventory/inventory-writer.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { accountKey, type Binding, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { SettingsFiles } from '#lib/settings/settings-files.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { landscape } from '../../../test/kit/landscape.ts'
import { type AlarmsInForce, NO_RATES } from '../pools/pool-rates.ts'
import { decideAlarms } from '../pools/pool-row.ts'
import type { QueryContext } from '../query-context.ts'
import { ClaimedPlans, LABEL_SOURCE } from '../shoots/landscape-plans.ts'

const AT = Date.parse('2026-11-21T06:00:00Z')

const BINDING_KINDS: readonly BindingKind[] = ['CredentialsBinding', 'SecretBinding']

const NO_CLEANING: CleaningSettings = { cleaners: new Set(), deletes: false, protectedNames: new Set() }

interface Items {
  readonly bindings: readonly Binding[]
  readonly shoots: readonly Shoot[]
}

/** Shared by the tests of a process, because bindings and shoots are immutable. */
const cache = new Map<GardenSize, Items>()

function loadItems(size: GardenSize): Items {
  const cached = cache.get(size)
  if (cached) return cached
  const interner = new Interner()
  const projectShoot = shootProjection(interner)
  const bindings: Binding[] = []
  const shoots: Shoot[] = []
  for (const object of landscape({ seed: 1, size, at: AT })) {
    const kind = BINDING_KINDS.find(each => each === object.kind)
    if (kind === undefined && object.kind !== 'Shoot') continue
    const manifest: ShootObject = JSON.parse(JSON.stringify(object))
    const binding = kind && bindingProjection(kind, interner)(manifest)
    const shoot = kind ? null : projectShoot(manifest)
    if (binding) bindings.push(binding)
    if (shoot) shoots.push(shoot)
  }
  const items = { bindings, shoots }
  cache.set(size, items)
  return items
}

/**
 * Builds the context of a generated landscape at AT with default rules and settings, without a
 * server.
 */
export function landscapeContext(
  size: GardenSize,
  cleaning: CleaningSettings = NO_CLEANING,
): {
  context: QueryContext
  writer: InventoryWriter
  sources: Sources
} {
  const { inventory, writer, sources } = createInventory({
    namespace: LANDSCAPE_NAMESPACE,
    kinds: BINDING_KINDS,
    clock: () => AT,
    schedule: () => {},
  })
  const { bindings, shoots } = loadItems(size)
  for (const binding of bindings) writer.bindings(binding.kind).put(bindingKey(binding), binding)
  for (const shoot of shoots) writer.shoots().put(shootKey(shoot), shoot)
  for (const source of [...BINDING_KINDS, 'Shoot'] as const) {
    const contact = new Contact({ clock: () => AT, staleAfterMs: 60_000, onChange: () => {} })
    contact.listed()
    contact.live()
    sources.add(source, contact)
  }
  const settings = new SettingsFiles({
    rulesFile: null,
    plansFile: null,
    requiredPlans: null,
    multiAccountFile: null,
    embedded: true,
    semantics: 'documented',
  })
  const plans = [new ClaimedPlans(async () => new Map()), LABEL_SOURCE]
  const now = {
    inventory,
    rules: settings.active,
    rulesRevision: 0,
    semantics: 'documented',
    plans,
    clocks: { of: () => null, isFirstLook: () => false },
    cleaning,
    at: AT,
  } as const
  // No alarm was raised before.
  const alarms = () => ({ ...NO_ALARMS, raised: decideAlarms(NO_ALARMS, now) })
  return { context: { ...now, alarms }, writer, sources }
}

const marks = (low: number, high: number) => ({ all: { low, high, percent: false }, byPool: new Map() })

const NO_ALARMS: AlarmsInForce = {
  marks: { accounts: marks(6, 8), days: marks(7, 10) },
  rates: NO_RATES,
  raised: new Map(),
}

/** Builds the claim of a shoot, as adoption registers it. */
export function claimFor(shoot: Shoot, { inventory }: Pick<QueryContext, 'inventory'>): ClusterClaim {
  const account = inventory.accountOfShoot(shoot)
  return {
    id: `claim-of-${shoot.name}`,
    status: 'active',
    cluster: shoot.name,
    tenant: shoot.globalAccount ?? '',
    plan: null,
    provider: shoot.provider,
    region: shoot.region,
    poolKey: 'aws',
    binding: shoot.binding && { ...shoot.binding, namespace: shoot.namespace },
    account: account ? accountKey(account) : '',
    at: shoot.createdAt,
  }
}
