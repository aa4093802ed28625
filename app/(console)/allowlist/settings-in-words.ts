import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { scopeOf } from './draft.ts'

/** Summary of settings, e.g. "everybody, limits.default 3, 4 limits of providers". */
export function settingsInWords({ allowed, limits }: MultiAccount): string {
  const scope = scopeOf(allowed)
  const who = scope === 'listed' ? formatPlural(new Set(allowed).size, 'listed global account') : scope
  const own = Object.keys(limits?.providers ?? {}).length
  return `${who}, limits.default ${formatCount(limits?.default ?? 0)}, ${formatPlural(own, 'limit')} of providers`
}
