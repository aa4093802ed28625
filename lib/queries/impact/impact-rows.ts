import { CHANGES, type Change, CONCERNS, type Concern } from '#lib/hap/impact/destination.ts'
import { changesPool, type ImpactGroup } from '#lib/hap/impact/group.ts'
import type { Impact, Missing } from '#lib/hap/impact/impact.ts'
import type { PoolRoom } from '#lib/hap/impact/pool-room.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { ImpactEntry } from './population.ts'

/** One cluster, or one request, and what happens to it. */
export interface ImpactRow extends ImpactEntry {
  /** Null for what cannot be evaluated. */
  readonly change: Change | null
  /** Why it cannot be; null where it can. */
  readonly missing: Missing | null
  /** Its own: `needs-account` only where its global account needs one. */
  readonly concerns: readonly Concern[]
  readonly before: Pool | null
  readonly after: Pool | null
  readonly beforeRule: string | null
  readonly afterRule: string | null
  /** Why there is no new pool; null where there is one. */
  readonly message: string | null
  readonly room: PoolRoom | null
}

/**
 * Which rows are meant: `all`, `evaluated`, `unknown`, `changing` for what would go elsewhere, `change:moved`, `concern:loses-eu`,
 * `missing:plan`, `plan:kim` and `region:kim` by who tells the two, `group:` and `needing:` with the key of a group, `arriving:` with the
 * key of the pool that those who need an account of it come to.
 */
type RowChoice = string

/** Rows of an impact, the worst first, then what cannot be evaluated; none for a choice that means nothing. */
export function impactRows(impact: Impact<ImpactEntry>, choice: RowChoice): readonly ImpactRow[] {
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
      return impactRows(impact, 'all').filter(({ planFrom }) => (planFrom ?? 'nobody') === value)
    case 'region':
      return impactRows(impact, 'all').filter(({ platformRegionFrom }) => (platformRegionFrom ?? 'nobody') === value)
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
  const way = {
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
    ...way,
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
