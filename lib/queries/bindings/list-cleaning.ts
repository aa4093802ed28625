import { type Evidence, formatCounts } from '#lib/garden/cleaning-progress.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { KnownClusters } from '../cluster-register.ts'
import { listUnread } from '../health.ts'
import { type Exported, type ExportRequest, exportList } from '../lists/export-list.ts'
import {
  findItems,
  findWithoutFields,
  type ListRequest,
  type ListWindow,
  selectItems,
  sliceWindow,
} from '../lists/list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { getManualReason } from './action-facts.ts'
import type { BindingFacts } from './binding-facts.ts'
import { buildCleanersView, type CleanersView } from './cleaners.ts'
import { buildCleaningItem, CLEANING_LIST, type CleaningRow, listCleaningItems } from './cleaning-list.ts'
import { listBindingFields } from './list-bindings.ts'

/** A part of the cleaning board, with counts of all its states. */
export interface CleaningView extends ListWindow<CleaningRow> {
  /** Number of accounts in each state, for the search without its state terms. */
  readonly states: StateCounts
  readonly cleaners: CleanersView
}

/** Lists a part of the cleaning board. */
export function listCleaning(context: QueryContext, request: ListRequest): CleaningView {
  const all = listCleaningItems(context)
  const { found, of, errors } = findItems(all, request.q, CLEANING_LIST)
  return {
    rows: sliceWindow(found, request, CLEANING_LIST).map(CLEANING_LIST.toRow),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: listUnread(context),
    states: countStates(
      findWithoutFields(['state'], { q: request.q, all, found }, CLEANING_LIST).map(({ facts }) => facts.pooled),
      context.at,
    ),
    cleaners: buildCleanersView(context, all),
  }
}

/** Exports the cleaning board. */
export function exportCleaning(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(listCleaningItems(context), request, CLEANING_LIST)
  return exportList(found, { context, known, request, rows: 'bindings', list: CLEANING_LIST })
}

/** Progress of the cleaning of one account, and the results of its inspections. */
export interface CleaningDetail {
  readonly row: CleaningRow
  /** Null before the first inspection. */
  readonly evidence: CleaningEvidence | null
}

/** Formatted evidence; moments are RFC 3339. */
interface CleaningEvidence extends Omit<Evidence, 'found' | 'deleted'> {
  /** Result of the first inventory since the account became dirty. */
  readonly found: string
  readonly deleted: string
  /** Moments of consecutive empty inventories; two prove that the account is empty. */
  readonly emptyAt: readonly string[]
}

/** Returns null for an account that is not on the cleaning board. */
export function getCleaningDetail(facts: BindingFacts, context: QueryContext): CleaningDetail | null {
  const item = buildCleaningItem(facts, context)
  if (item === null) return null
  const { evidence, emptyAt } = item.progress
  return {
    row: { ...CLEANING_LIST.toRow(item), byHand: getManualReason(facts, context) },
    evidence: evidence && {
      ...evidence,
      found: formatCounts(evidence.found),
      deleted: formatCounts(evidence.deleted),
      emptyAt: emptyAt.map(at => new Date(at).toISOString()),
    },
  }
}

/** Returns the search fields; pools, types and providers have the examples of the bindings list. */
export function listCleaningFields(context: Pick<QueryContext, 'inventory'>): readonly SearchField[] {
  const offered = new Map(listBindingFields(context).map(({ name, examples }) => [name, examples]))
  return CLEANING_LIST.fields.map(field => {
    const examples = offered.get(field.name)
    return examples ? { ...field, examples } : field
  })
}
