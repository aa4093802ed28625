import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { ImpactRow } from './impact-rows.ts'

/** A global account among rows of an impact. */
export interface ImpactAccount {
  readonly id: string
  readonly clusters: number
  /** Of its clusters, each once. */
  readonly before: readonly Pool[]
  readonly after: readonly Pool[]
}

/** The global accounts of rows, those with most clusters first; rows of an unknown one are left out, as tallies leave them out. */
export function impactAccounts(rows: readonly ImpactRow[]): readonly ImpactAccount[] {
  const byAccount = Map.groupBy(rows, ({ asked }) => asked.globalAccount || null)
  byAccount.delete(null)
  return Array.from(byAccount, ([id, own]) => ({
    id: id ?? '',
    clusters: own.reduce((sum, { clusters }) => sum + clusters, 0),
    before: distinct(own.map(({ before }) => before)),
    after: distinct(own.map(({ after }) => after)),
  })).sort((a, b) => b.clusters - a.clusters || compareText(a.id, b.id))
}

function distinct(pools: readonly (Pool | null)[]): readonly Pool[] {
  const byKey = new Map(pools.flatMap(pool => (pool ? [[poolKey(pool), pool]] : [])))
  return [...byKey.values()]
}
