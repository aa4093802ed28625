import { useQuery } from '@tanstack/react-query'
import { revisionQuery } from '#app/data/rules-queries.ts'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'

/** Rules that came into force while somebody looked at others. */
export interface Overtaking {
  /** Null where the database was put back to a state before the revision that was looked at. */
  readonly number: number | null
  /** Who published them; null until it is read. */
  readonly by: { readonly actor: string; readonly at: string; readonly reason: string } | null
  /** What they changed of the rules that were looked at; null until it is read. */
  readonly changes: readonly RuleChange[] | null
}

/** What came into force since a dialog was opened over revision `basedOn`, as the page hears of it; null for nothing. */
export function useOvertaking(basedOn: number, inForce: number): Overtaking | null {
  const { data } = useQuery({ ...revisionQuery(inForce, basedOn), enabled: inForce > basedOn })
  if (inForce === basedOn) return null
  if (inForce < basedOn) return { number: null, by: null, changes: [] }
  return { number: inForce, by: data ?? null, changes: data?.comparison.changes ?? null }
}
