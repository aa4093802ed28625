import { LANDSCAPE_NAMESPACE, landscape } from '#lib/embedded-garden/landscape/landscape.ts'
import type { GardenSize } from '#lib/embedded-garden/landscape/size.ts'
import type { CleaningSettings } from '#lib/garden/cleaning/cleaning-settings.ts'
import { createInventory } from '#lib/garden/inventory/create-inventory.ts'
import type { Sources } from '#lib/garden/inventory/freshness.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { InventoryWriter } from '#lib/garden/inventory/inventory-writer.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import { SettingsFiles } from '#lib/settings/settings-files.ts'
import { NO_RATES } from '../history/pool-rates.ts'
import type { AlarmsInForce } from '../pools/alarms-in-force.ts'
import { decideAlarms } from '../pools/pool-alarms.ts'
import type { QueryContext } from '../query-context.ts'
import { ClaimedPlans } from '../rules/claimed-plans.ts'
import { labelPlans } from '../rules/label-plans.ts'

const AT = Date.parse('2026-11-21T06:00:00Z')

const BINDING_KINDS: readonly BindingKind[] = ['CredentialsBinding', 'SecretBinding']

const NO_CLEANING: CleaningSettings = { cleaners: new Set(), deletes: false, protectedNames: new Set() }

/** What queries see of a generated landscape at AT, with the default rules and settings; no server in between. */
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
  const interner = new Interner()
  const projectShoot = shootProjection(interner)
  const projections = BINDING_KINDS.map(kind => ({ kind, project: bindingProjection(kind, interner) }))
  for (const object of landscape({ seed: 1, size, at: AT })) {
    const manifest: ShootObject = JSON.parse(JSON.stringify(object))
    const { kind } = manifest
    for (const each of projections.filter(projection => projection.kind === kind)) {
      const binding = each.project(manifest)
      if (binding) writer.bindings(each.kind).put(bindingKey(binding), binding)
    }
    const shoot = kind === 'Shoot' ? projectShoot(manifest) : null
    if (shoot) writer.shoots().put(shootKey(shoot), shoot)
  }
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
    semantics: 'documented',
  })
  const plans = [new ClaimedPlans(async () => new Map()), labelPlans]
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
  // Nothing was raised before.
  const alarms = () => ({ ...NO_ALARMS, raised: decideAlarms(NO_ALARMS, now) })
  return { context: { ...now, alarms }, writer, sources }
}

const marks = (low: number, high: number) => ({ all: { low, high, percent: false }, byPool: new Map() })

const NO_ALARMS: AlarmsInForce = {
  marks: { accounts: marks(6, 8), days: marks(7, 10) },
  rates: NO_RATES,
  raised: new Map(),
}
