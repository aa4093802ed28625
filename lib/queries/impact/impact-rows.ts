import { csvLine } from '#lib/hap/csv.ts'
import { CHANGES, type Change, CONCERNS, type Concern } from '#lib/hap/impact/destination.ts'
import { changesPool, type ImpactGroup } from '#lib/hap/impact/group.ts'
import { IMPACT_LABELS, type Impact, MISSING_LABELS, type Missing } from '#lib/hap/impact/impact.ts'
import type { PoolRoom } from '#lib/hap/impact/pool-room.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { isKebEstimate } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text.ts'
import type { ImpactEntry } from './population.ts'

/** One cluster or request with its change. */
export interface ImpactRow extends ImpactEntry {
  /** Null when it cannot be evaluated. */
  readonly change: Change | null
  /** Missing input of the evaluation; null when complete. */
  readonly missing: Missing | null
  /** Concerns of the row itself: `needs-account` only when its global account needs one. */
  readonly concerns: readonly Concern[]
  readonly before: Pool | null
  readonly after: Pool | null
  readonly beforeRule: string | null
  readonly afterRule: string | null
  /** Why it has no new pool; null when it has one. */
  readonly message: string | null
  readonly room: PoolRoom | null
}

/**
 * Selects rows: `all`, `evaluated`, `unknown`, `changing` for another pool, `change:moved`,
 * `concern:loses-eu`, `missing:plan`, `plan:kim` and `region:kim` by the source of the value,
 * `group:` and `needing:` with the key of a group, `arriving:` with the key of the pool in which
 * they need an account.
 */
type RowChoice = string

/**
 * Lists the rows of an impact, worst first, followed by those without evaluation; empty for an
 * invalid choice.
 */
export function listImpactRows(impact: Impact<ImpactEntry>, choice: RowChoice): readonly ImpactRow[] {
  const [kind = '', ...rest] = choice.split(':')
  const value = rest.join(':')
  const { groups } = impact
  switch (kind) {
    case 'all':
      return [...groups.flatMap(rowsOf), ...unknownRows(impact)]
    case 'evaluated':
      return groups.flatMap(rowsOf)
    case 'unknown':
      return unknownRows(impact)
    case 'changing':
      return groups.filter(changesPool).flatMap(rowsOf)
    case 'missing':
      return unknownRows(impact).filter(({ missing }) => missing === value)
    case 'change':
      return isOneOf(CHANGES, value) ? groups.filter(({ change }) => change === value).flatMap(rowsOf) : []
    case 'concern':
      return isOneOf(CONCERNS, value) ? concernedRows(impact, value) : []
    case 'group':
      return groups.filter(({ key }) => key === value).flatMap(rowsOf)
    case 'needing':
      return groups
        .filter(({ key }) => key === value)
        .flatMap(rowsOf)
        .filter(needsAccount)
    case 'arriving':
      return groups
        .filter(({ room }) => room !== null && poolKey(room.pool) === value)
        .flatMap(rowsOf)
        .filter(needsAccount)
    case 'plan':
      return listImpactRows(impact, 'all').filter(({ planFrom }) => (planFrom ?? 'nobody') === value)
    case 'region':
      return listImpactRows(impact, 'all').filter(
        ({ platformRegionFrom }) => (platformRegionFrom ?? 'nobody') === value,
      )
    default:
      return []
  }
}

function concernedRows({ groups }: Impact<ImpactEntry>, concern: Concern): readonly ImpactRow[] {
  return groups
    .filter(({ concerns }) => concerns.includes(concern))
    .flatMap(rowsOf)
    .filter(({ concerns }) => concerns.includes(concern))
}

function rowsOf(group: ImpactGroup<ImpactEntry>): readonly ImpactRow[] {
  const { change, before, after, room } = group
  const needing = new Set(group.needing)
  const others = group.concerns.filter(concern => concern !== 'needs-account')
  const shared = {
    change,
    missing: null,
    before: before.pool,
    after: after.pool,
    beforeRule: before.rule && formatRule(before.rule),
    afterRule: after.rule && formatRule(after.rule),
    room,
  }
  const reasons = new Map(
    group.alike.flatMap(({ reasons, members }) => members.ones.map(one => [one, reasons.after] as const)),
  )
  return group.members.map(one => ({
    ...one,
    ...shared,
    message: reasons.get(one) ?? null,
    concerns: needing.has(one) ? group.concerns : others,
  }))
}

function unknownRows({ unknown }: Impact<ImpactEntry>): readonly ImpactRow[] {
  const none = { before: null, after: null, beforeRule: null, afterRule: null, message: null, room: null }
  return unknown.map(({ one, missing }) => ({ ...one, ...none, change: null, concerns: [], missing }))
}

function needsAccount({ concerns }: ImpactRow): boolean {
  return concerns.includes('needs-account')
}

function isOneOf<Name extends string>(names: readonly Name[], text: string): text is Name {
  return names.some(name => name === text)
}

/** A global account among rows of an impact. */
export interface ImpactAccount {
  readonly id: string
  readonly clusters: number
  /** Distinct pools of its clusters. */
  readonly before: readonly Pool[]
  readonly after: readonly Pool[]
}

/** Groups rows by global account, most clusters first; skips rows without one, as tallies do. */
export function groupByGlobalAccount(rows: readonly ImpactRow[]): readonly ImpactAccount[] {
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

/** Formats rows of an impact under some semantics as CSV. */
export function formatImpactFile(rows: readonly ImpactRow[], semantics: Semantics): string {
  const lines = rows.map(row => csvLine(COLUMNS.map(([, cell]) => textOf(cell(row, semantics)))))
  return csvLine(COLUMNS.map(([name]) => name)) + lines.join('')
}

function textOf(cell: string | number | null): string | null {
  return cell === null ? null : String(cell)
}

function keyOf(pool: Pool | null): string | null {
  return pool && poolKey(pool)
}
