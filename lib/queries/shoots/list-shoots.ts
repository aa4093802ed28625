import { INFRASTRUCTURE, infrastructureErrors, type KnownTo } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { countBindingsOnFailingAccounts } from '../bindings/infrastructure-errors.ts'
import { listBindingFields } from '../bindings/list-bindings.ts'
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
import type { Cluster } from './cluster.ts'
import { getOccurringTexts, listAllClusters } from './cluster-table.ts'
import { OCCURRING } from './occurring-texts.ts'
import { SHOOT_LIST, type ShootRow } from './shoot-list.ts'

/** A part of the shoots list, with counts for its filters. */
export interface ShootsView extends ListWindow<ShootRow> {
  /** Counts for the search without its `known` terms; null when the database does not answer. */
  readonly known: Readonly<Record<KnownTo, number>> | null
  /** Shoots with infrastructure errors, for the search without its error terms. */
  readonly failing: number
  /** Bindings of accounts with failing shoots, independent of the search. */
  readonly failingAccounts: number
}

/**
 * Lists a part of all shoots and of claims without a shoot; `known` is null when the database does
 * not answer.
 */
export function listShoots(context: QueryContext, known: KnownClusters | null, request: ListRequest): ShootsView {
  const all = listAllClusters(context, known)
  const { q } = request
  // Superset of the result and of both counts, so that the full list is searched once.
  const candidates = findWithoutFields(['known', 'error'], { q, all, found: all }, SHOOT_LIST)
  const { found, errors } = findItems(candidates, q, SHOOT_LIST)
  return {
    rows: sliceWindow(found, request, SHOOT_LIST).map(SHOOT_LIST.toRow),
    offset: request.offset,
    hits: found.length,
    of: all.length,
    errors,
    unread: listUnread(context),
    known: known && countKnown(findWithoutFields(['known'], { q, all: candidates, found }, SHOOT_LIST)),
    failing: countFailing(findWithoutFields(['error'], { q, all: candidates, found }, SHOOT_LIST)),
    failingAccounts: countBindingsOnFailingAccounts(context),
  }
}

/** Exports the shoots list; refuses without the database, when `known` is null. */
export function exportShoots(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(listAllClusters(context, known), request, SHOOT_LIST)
  return exportList(found, { context, known, request, rows: 'shoots', list: SHOOT_LIST })
}

function countKnown(clusters: readonly Cluster[]): Readonly<Record<KnownTo, number>> {
  const counts = { both: 0, gardener: 0, database: 0 }
  for (const { known } of clusters) if (known !== null) counts[known]++
  return counts
}

function countFailing(clusters: readonly Cluster[]): number {
  let count = 0
  for (const { shoot } of clusters)
    if (shoot !== null && shoot.errorCodes.length > 0 && infrastructureErrors(shoot).length > 0) count++
  return count
}

/**
 * Returns the search fields with occurring values as examples. Types, providers and pools come from
 * bindings, which are fewer.
 */
export function listShootFields(context: QueryContext, known: KnownClusters | null): readonly SearchField[] {
  const occurring = getOccurringTexts(context, known)
  const offered = new Map(listBindingFields(context).map(({ name, examples }) => [name, examples]))
  for (const field of OCCURRING) {
    const more = field === 'error' ? [INFRASTRUCTURE] : []
    offered.set(field, [...new Set([...occurring.of(field), ...more])].sort(compareText))
  }
  return SHOOT_LIST.fields.map(field => {
    const examples = offered.get(field.name)
    return examples ? { ...field, examples } : field
  })
}
