import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { ON_FAILING_ACCOUNTS } from '#lib/search/shoot-terms.ts'
import type { BindingFacts } from '../bindings/binding-facts.ts'
import type { BindingRow } from '../bindings/binding-list.ts'
import { allBindings, countBindings, listBindings } from '../bindings/list-bindings.ts'
import { listPools } from '../pools/list-pools.ts'
import { byRoom } from '../pools/pool-list.ts'
import type { PoolRow } from '../pools/pool-row.ts'
import type { QueryContext } from '../query-context.ts'
import type { WaitingByPool } from '../queue/queue-register.ts'
import { type AccountErrors, accountErrors } from './account-errors.ts'
import { type Attention, attention } from './attention.ts'

/** The first rows of a list, how many there are, and the search that finds all of them among the bindings. */
export interface Excerpt<Row> {
  readonly rows: readonly Row[]
  readonly count: number
  readonly q: string
}

export interface Overview {
  readonly accounts: number
  readonly pools: number
  readonly shoots: number
  readonly states: StateCounts
  /** What runs out first stands first, whatever its hyperscaler. */
  readonly capacity: readonly PoolRow[]
  /** Pools that have nothing left, and those that run low. */
  readonly exhausted: readonly PoolRow[]
  readonly low: readonly PoolRow[]
  /** Pools no rule leads to, rules without a pool, and pools there are only claims for. */
  readonly unreachable: readonly PoolRow[]
  /** The longest first. */
  readonly stuck: Excerpt<BindingRow>
  /** Most shoots first; counted are bindings, of which an account may have two. */
  readonly errors: Excerpt<AccountErrors>
  /** Shoots that report an infrastructure error, on whatever account. */
  readonly failing: number
  readonly attention: readonly Attention[]
}

const EXCERPT = 8
const POOLS = 14

const UNMATCHED: ReadonlySet<PoolRow['problem']> = new Set(['no-rule', 'no-binding', 'only-queue'])

/** The first page: totals, capacity, what is stuck and what wants a look. Null for `waiting` where the database does not answer. */
export function overview(context: QueryContext, waiting: WaitingByPool | null = null): Overview {
  const { groups, of, states, exhausted, low } = listPools(context, { q: '', sort: 'room' }, waiting)
  const all = allBindings(context)
  const rows = groups.flatMap(group => group.pools)
  return {
    accounts: context.inventory.pools.size,
    pools: of,
    shoots: context.inventory.shootCount,
    states,
    capacity: rows
      .filter(row => row.pool !== null)
      .sort(byRoom)
      .slice(0, POOLS),
    exhausted,
    low,
    unreachable: rows.filter(({ problem }) => UNMATCHED.has(problem)),
    stuck: stuckBindings(context, all),
    failing: Iterator.from(context.inventory.failingShoots()).reduce(count => count + 1, 0),
    errors: { rows: accountErrors(context).slice(0, EXCERPT), ...counted(context, ON_FAILING_ACCOUNTS, all) },
    attention: attention(all),
  }
}

function stuckBindings(context: QueryContext, all: readonly BindingFacts[]): Excerpt<BindingRow> {
  const q = 'stuck'
  const { rows, hits } = listBindings(context, { q, sort: '-for', offset: 0, limit: EXCERPT }, all)
  return { rows, count: hits, q }
}

function counted(context: QueryContext, q: string, all: readonly BindingFacts[]): { count: number; q: string } {
  return { count: countBindings(context, q, all), q }
}
