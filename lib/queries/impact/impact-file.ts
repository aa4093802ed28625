import { csvLine } from '#lib/hap/csv.ts'
import { IMPACT_LABELS, MISSING_LABELS } from '#lib/hap/impact/impact.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { isKebEstimate } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { ImpactRow } from './impact-rows.ts'

type Cell = readonly [name: string, cell: (row: ImpactRow, semantics: Semantics) => string | number | null]

const COLUMNS: readonly Cell[] = [
  ['change', ({ change }) => change],
  ['concerns', ({ concerns }) => concerns.map(concern => IMPACT_LABELS[concern]).join('; ')],
  ['clusters', ({ clusters }) => clusters],
  ['cluster', ({ cluster }) => cluster],
  ['global_account', ({ asked }) => asked.globalAccount],
  ['plan', ({ asked }) => asked.plan],
  ['plan_from', ({ planFrom }) => planFrom],
  ['provider', ({ asked }) => asked.provider],
  ['platform_region', ({ asked }) => asked.platformRegion],
  ['platform_region_from', ({ platformRegionFrom }) => platformRegionFrom],
  ['hyperscaler_region', ({ asked }) => asked.hyperscalerRegion],
  ['pool_now', ({ now }) => keyOf(now)],
  ['old_pool', ({ before }) => keyOf(before)],
  ['new_pool', ({ after }) => keyOf(after)],
  ['old_rule', ({ beforeRule }) => beforeRule],
  ['new_rule', ({ afterRule }) => afterRule],
  ['new_pool_needs', ({ room }) => room?.needs ?? null],
  [
    'new_pool_needs_is',
    ({ room, after }, semantics) => room && (isKebEstimate(after, semantics) ? 'estimated' : 'counted'),
  ],
  ['new_pool_has_free', ({ room }) => room?.free ?? null],
  ['reason', ({ message, missing }) => message ?? (missing && MISSING_LABELS[missing])],
]

/** Rows of an impact under some semantics as CSV. */
export function impactFile(rows: readonly ImpactRow[], semantics: Semantics): string {
  const lines = rows.map(row => csvLine(COLUMNS.map(([, cell]) => textOf(cell(row, semantics)))))
  return csvLine(COLUMNS.map(([name]) => name)) + lines.join('')
}

function textOf(cell: string | number | null): string | null {
  return cell === null ? null : String(cell)
}

function keyOf(pool: Pool | null): string | null {
  return pool && poolKey(pool)
}
