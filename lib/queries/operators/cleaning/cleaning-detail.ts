import { type Evidence, formatCounts } from '#lib/garden/cleaning/evidence.ts'
import type { BindingFacts } from '../../bindings/binding-facts.ts'
import type { QueryContext } from '../../query-context.ts'
import { CLEANING_LIST, type CleaningRow, cleaningItem } from './cleaning-list.ts'

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
  const item = cleaningItem(facts, context)
  if (item === null) return null
  const { evidence, emptyAt } = item.progress
  return {
    row: { ...CLEANING_LIST.toRow(item), byHand: facts.byHand },
    evidence: evidence && {
      ...evidence,
      found: formatCounts(evidence.found),
      deleted: formatCounts(evidence.deleted),
      emptyAt: emptyAt.map(at => new Date(at).toISOString()),
    },
  }
}
