import type { Changes } from '#lib/garden/inventory/change-log.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'

/** What pages have to read again; null = everything. */
export interface ChangeNotice {
  readonly version: number
  /** Binding keys, also of bindings whose shoots changed. */
  readonly bindings: readonly string[] | null
  readonly pools: readonly string[] | null
  /** Whether a shoot changed, also one of no known binding. */
  readonly shoots: boolean
  /** Whether the freshness of a source changed. */
  readonly sources: boolean
}

/** Which bulk jobs came on; null = perhaps all. */
export interface JobNotice {
  readonly ids: readonly string[] | null
}

/** A notice with more keys than this says "everything" instead. */
const MAX_KEYS = 200

/** What changed after `version`, and not after `until`, a version there was; null when nothing did. */
export function getChangeNotice(inventory: Inventory, version: number, until: number): ChangeNotice | null {
  if (version === until) return null
  const changes = inventory.changesSince(version, until)
  if (!changes) return { version: until, bindings: null, pools: null, shoots: true, sources: true }
  return {
    version: changes.to,
    bindings: bounded(listTouchedBindings(inventory, changes)),
    pools: bounded(changes.pools),
    shoots: changes.shoots.size > 0,
    sources: changes.sources,
  }
}

/** Shoots are counted on every binding of their account. */
function listTouchedBindings(inventory: Inventory, changes: Changes): ReadonlySet<string> {
  const ofAccounts = [...changes.accounts].flatMap(key => inventory.bindingsOfAccount(key).map(bindingKey))
  return new Set([...changes.bindings, ...ofAccounts])
}

function bounded(keys: ReadonlySet<string>): readonly string[] | null {
  return keys.size > MAX_KEYS ? null : [...keys]
}
