import type { Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { stateSince } from '#lib/hap/pools/state.ts'

interface Marking {
  readonly tenant: string
  /** When a release of the tenant's account began, in milliseconds since 1970; null when that marked nothing yet. */
  readonly begunBefore: number | null
}

/** Bindings of an account that became dirty after a release began which ended without a word: those it marked, by the look of them. */
export function markedSince(bindings: readonly Binding[], { tenant, begunBefore }: Marking): readonly Binding[] {
  if (begunBefore === null) return []
  // The note is to the second.
  const from = Math.floor(begunBefore / 1_000) * 1_000
  return bindings.filter(binding => {
    const { dirty, tenantName } = readLabels(binding.kind, binding.labels)
    const since = stateSince(binding) ?? Number.NaN
    return dirty === 'true' && (tenantName === null || tenantName === tenant) && since >= from
  })
}
