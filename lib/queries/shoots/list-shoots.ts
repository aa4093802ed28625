import { infrastructureErrors, type KnownTo } from '#lib/hap/pools/shoot.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { countOnFailingAccounts } from '../bindings/failing-accounts.ts'
import { type Exported, type ExportRequest, exportList } from '../export/export-list.ts'
import { unreadOf } from '../health.ts'
import { findItems, type ListRequest, type ListWindow, selectItems, windowOf } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { withoutFields } from '../without-fields.ts'
import { allClusters } from './all-clusters.ts'
import type { Cluster } from './cluster.ts'
import type { KnownClusters } from './cluster-register.ts'
import { SHOOT_LIST, type ShootRow } from './shoot-list.ts'

export interface ShootsView extends ListWindow<ShootRow> {
  /** Of what the search leaves when it does not ask who knows a cluster; null when the database does not answer. */
  readonly known: Readonly<Record<KnownTo, number>> | null
  /** With errors of their account, of what the search leaves when it asks for no error. */
  readonly failing: number
  /** Bindings of accounts that any shoot reports errors of, whatever the search leaves. */
  readonly failingAccounts: number
}

/** A part of the list of all shoots, and of what only the database knows; null for `known` when that does not answer. */
export function listShoots(context: QueryContext, known: KnownClusters | null, request: ListRequest): ShootsView {
  const all = allClusters(context, known)
  // What is counted below is looked for among these too: all are searched once.
  const most = foundWithout(['known', 'error'], all, all, request.q)
  const { found, errors } = findItems(most, request.q, SHOOT_LIST)
  return {
    rows: windowOf(found, request, SHOOT_LIST).map(SHOOT_LIST.toRow),
    offset: request.offset,
    hits: found.length,
    of: all.length,
    errors,
    unread: unreadOf(context),
    known: known && countKnown(foundWithout(['known'], most, found, request.q)),
    failing: countFailing(foundWithout(['error'], most, found, request.q)),
    failingAccounts: countOnFailingAccounts(context),
  }
}

/** The file of the list of shoots. There is none without the database, for which `known` is null. */
export function exportShoots(context: QueryContext, known: KnownClusters | null, request: ExportRequest): Exported {
  const found = selectItems(allClusters(context, known), request, SHOOT_LIST)
  return exportList(found, { context, known, request, rows: 'shoots', list: SHOOT_LIST })
}

function foundWithout(
  fields: readonly string[],
  all: readonly Cluster[],
  found: readonly Cluster[],
  q: string,
): readonly Cluster[] {
  const others = withoutFields(parseSearch(q, SHOOT_LIST.fields).terms, fields)
  return others === null ? found : findItems(all, others, SHOOT_LIST).found
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
