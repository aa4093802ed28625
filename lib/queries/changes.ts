import type { Changes } from '#lib/garden/inventory/change-log.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'

/** Data that pages have to read again; null = all of it. */
export interface ChangeNotice {
  readonly version: number
  /** Keys of bindings, including those whose shoots changed. */
  readonly bindings: readonly string[] | null
  readonly pools: readonly string[] | null
  /** Whether a shoot changed, including shoots without a known binding. */
  readonly shoots: boolean
  /** Whether the freshness of a source changed. */
  readonly sources: boolean
}

/** Bulk jobs that progressed; null = possibly all. */
export interface JobNotice {
  readonly ids: readonly string[] | null
}

/** A notice with more keys requests everything. */
const MAX_KEYS = 200

/** Returns the changes after `version`; null without any. */
export function getChangeNotice(inventory: Inventory, version: number): ChangeNotice | null {
  if (version === inventory.version) return null
  const changes = inventory.changesSince(version)
  if (!changes) return { version: inventory.version, bindings: null, pools: null, shoots: true, sources: true }
  return {
    version: changes.to,
    bindings: bounded(listTouchedBindings(inventory, changes)),
    pools: bounded(changes.pools),
    shoots: changes.shoots.size > 0,
    sources: changes.sources,
  }
}

/** A shoot counts on every binding of its account. */
function listTouchedBindings(inventory: Inventory, changes: Changes): ReadonlySet<string> {
  const ofAccounts = [...changes.accounts].flatMap(key => inventory.bindingsOfAccount(key).map(bindingKey))
  return new Set([...changes.bindings, ...ofAccounts])
}

function bounded(keys: ReadonlySet<string>): readonly string[] | null {
  return keys.size > MAX_KEYS ? null : [...keys]
}
