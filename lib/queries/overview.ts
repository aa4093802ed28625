import { FINDING_SEVERITY, FINDINGS, type Finding, isFound } from '#lib/hap/analysis/findings.ts'
import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { ON_FAILING_ACCOUNTS } from '#lib/search/shoot-terms.ts'
import { computeOffEffect, type OffEffect } from './allowlist/consequences.ts'
import type { BindingFacts } from './bindings/binding-facts.ts'
import type { BindingRow } from './bindings/binding-list.ts'
import { type AccountErrors, listAccountErrors } from './bindings/infrastructure-errors.ts'
import { countBindings, listBindingFacts, listBindings } from './bindings/list-bindings.ts'
import { listPools } from './pools/list-pools.ts'
import { byRoom } from './pools/pool-list.ts'
import type { PoolRow } from './pools/pool-row.ts'
import type { WaitingByPool } from './pools/queues.ts'
import type { QueryContext } from './query-context.ts'

/**
 * The first rows of a list, the number of all rows, and the search for them in the bindings list.
 */
export interface Excerpt<Row> {
  readonly rows: readonly Row[]
  readonly count: number
  readonly q: string
}

/** Content of the first page. */
export interface Overview {
  readonly accounts: number
  readonly pools: number
  readonly shoots: number
  readonly states: StateCounts
  /** Least room first, across hyperscalers. */
  readonly capacity: readonly PoolRow[]
  /** Pools without usable accounts, and pools with an alarm. */
  readonly exhausted: readonly PoolRow[]
  readonly low: readonly PoolRow[]
  /** Pools without a rule, rules without a pool, and pools that only claims name. */
  readonly unreachable: readonly PoolRow[]
  /** Longest first. */
  readonly stuck: Excerpt<BindingRow>
  /** Most shoots first. `count` counts bindings, of which an account may have two. */
  readonly errors: Excerpt<AccountErrors>
  /** Shoots with an infrastructure error, on any account. */
  readonly failing: number
  /** Set while the settings in force stem from an upgrade and no administrator has confirmed them. */
  readonly ifMultiAccountOff: OffEffect | null
  readonly attention: readonly Attention[]
}

const MAX_EXCERPT = 8
const MAX_POOLS = 14

const UNMATCHED: ReadonlySet<PoolRow['problem']> = new Set(['no-rule', 'no-binding', 'only-queue'])

/**
 * Returns the first page: totals, capacity, stuck bindings and warnings. `waiting` is null when the
 * database does not answer; `isUnconfirmed`: allowlist and limits wait for a confirmation.
 */
export function getOverview(
  context: QueryContext,
  waiting: WaitingByPool | null = null,
  isUnconfirmed = false,
): Overview {
  const { groups, of, accounts, states, exhausted, low } = listPools(context, { q: '', sort: 'room' }, waiting)
  const all = listBindingFacts(context)
  const rows = groups.flatMap(group => group.pools)
  return {
    accounts,
    pools: of,
    shoots: context.inventory.shootCount,
    states,
    capacity: rows
      .filter(row => row.pool !== null)
      .sort(byRoom)
      .slice(0, MAX_POOLS),
    exhausted,
    low,
    unreachable: rows.filter(({ problem }) => UNMATCHED.has(problem)),
    stuck: stuckBindings(context, all),
    failing: Iterator.from(context.inventory.failingShoots()).reduce(count => count + 1, 0),
    errors: { rows: listAccountErrors(context).slice(0, MAX_EXCERPT), ...counted(context, ON_FAILING_ACCOUNTS, all) },
    ifMultiAccountOff: isUnconfirmed ? computeOffEffect(context) : null,
    attention: listAttention(all),
  }
}

function stuckBindings(context: QueryContext, all: readonly BindingFacts[]): Excerpt<BindingRow> {
  const q = 'stuck'
  const { rows, hits } = listBindings(context, { q, sort: '-for', offset: 0, limit: MAX_EXCERPT }, all)
  return { rows, count: hits, q }
}

function counted(context: QueryContext, q: string, all: readonly BindingFacts[]): { count: number; q: string } {
  return { count: countBindings(context, q, all), q }
}

/** A warning of the first page; `q` finds exactly the counted bindings. */
export interface Attention {
  readonly severity: 'danger' | 'warn'
  readonly title: string
  readonly count: number
  readonly q: string
}

/** Titles of findings for the first page; other findings appear on the page of the binding only. */
const TITLES: Partial<Readonly<Record<Finding, string>>> = {
  'dirty-used': 'Released but still in use',
  'free-used': 'Free but in use',
  'shared-account': 'Account shared by several bindings',
  'malformed-found': 'Malformed but still assignable by KEB',
  migrated: 'Migrated without labels',
  restored: 'Restored or recreated',
  contradictory: 'Contradictory labels',
  misspelled: 'Misspelled labels',
  'provider-mismatch': 'Provider type mismatch',
  unwritable: 'Refused by Gardener',
  malformed: 'Malformed labels',
  unlabelled: 'Bindings without HAP labels',
  'terminating-used': 'Being deleted while in use',
  'over-limit': 'Over the cluster limit',
  'free-unreached': 'Free but unreachable',
}

const TITLED = FINDINGS.filter(finding => TITLES[finding] !== undefined)

/** Counts the findings of some bindings, worst first, without empty ones. */
export function listAttention(all: Iterable<BindingFacts>): readonly Attention[] {
  const counts = countFindings(all)
  return FINDINGS.flatMap(finding => {
    const [title, severity, count] = [TITLES[finding], FINDING_SEVERITY[finding], counts.get(finding) ?? 0]
    if (title === undefined || severity === 'info' || count === 0) return []
    return [{ severity, title, count, q: `problem:${finding}` }]
  })
}

function countFindings(all: Iterable<BindingFacts>): ReadonlyMap<Finding, number> {
  const counts = new Map<Finding, number>()
  for (const facts of all) {
    for (const finding of TITLED) if (isFound(finding, facts)) counts.set(finding, (counts.get(finding) ?? 0) + 1)
  }
  return counts
}
