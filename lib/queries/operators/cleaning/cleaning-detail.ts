import { counted, type Evidence } from '#lib/garden/cleaning/evidence.ts'
import { progressOf } from '#lib/garden/cleaning/progress.ts'
import { isGivenBack } from '#lib/hap/pools/state.ts'
import type { BindingFacts } from '../../bindings/binding-facts.ts'
import type { QueryContext } from '../../query-context.ts'
import { type CleaningRow, cleaningRow } from './cleaning-row.ts'

/** How the cleaning of one account stands, and what its looks found. */
export interface CleaningDetail {
  readonly row: CleaningRow
  /** Null while no cleaner has looked. */
  readonly evidence: CleaningEvidence | null
}

/** Evidence in words; moments are RFC 3339. */
interface CleaningEvidence extends Omit<Evidence, 'found' | 'deleted'> {
  /** In the first inventory since the account became dirty. */
  readonly found: string
  readonly deleted: string
  /** When inventories were empty, without one in between that was not. Two are proof. */
  readonly emptyAt: readonly string[]
}

/** Null for an account that is not on the cleaning board. */
export function cleaningDetail(facts: BindingFacts, context: QueryContext): CleaningDetail | null {
  const { state, pooled } = facts
  if (!isGivenBack(state)) return null
  const { evidence, emptyAt } = progressOf(pooled.binding)
  return {
    row: { ...cleaningRow(facts, state, context), byHand: facts.byHand },
    evidence: evidence && {
      ...evidence,
      found: counted(evidence.found),
      deleted: counted(evidence.deleted),
      emptyAt: emptyAt.map(at => new Date(at).toISOString()),
    },
  }
}
