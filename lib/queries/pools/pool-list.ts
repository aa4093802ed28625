import { z } from 'zod'
import { ALARM_REASONS, raisedSince } from '#lib/hap/pools/alarm.ts'
import { isExhausted } from '#lib/hap/pools/pool.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { byNumber, byText, defineList } from '../lists/define-list.ts'
import { Pool, PoolWater, RuleLink, StateCounts, UnusableCounts } from '../lists/row-schemas.ts'
import { POOL_PROBLEMS, type PoolRow } from './pool-row.ts'

const byKey = byText<PoolRow>(({ key }) => key).compare

/** The list of pools. Its items are rows, because groups and alarms need all of them. */
export const POOL_LIST = defineList<PoolRow>()(
  { defaultSort: 'room', tie: byKey },
  {
    key: { row: z.string(), column: 'name' },
    pool: { row: Pool.nullable() },
    name: {
      row: z.string(),
      search: { kind: 'text', description: 'part of the hyperscaler type' },
      sort: byText(({ name }) => name),
      csv: 'hyperscaler_type',
    },
    type: { search: { kind: 'enum', description: 'hyperscaler type', read: ({ name }) => name } },
    provider: {
      row: z.string(),
      search: { kind: 'enum', description: 'hyperscaler' },
      column: 'name',
      csv: 'provider',
      csvBefore: 'hyperscaler_type',
    },
    euAccess: {
      row: z.boolean(),
      search: { name: 'eu', kind: 'boolean', description: 'EU access' },
      column: 'name',
      csv: 'eu_access',
    },
    shared: {
      row: z.boolean(),
      search: { kind: 'boolean', description: 'shared by many global accounts' },
      column: 'name',
      csv: 'shared',
    },
    state: {
      search: {
        kind: 'enum',
        values: BINDING_STATES,
        description: 'has an account in this state',
        read: ({ states }) => BINDING_STATES.filter(state => states[state] > 0),
      },
    },
    rules: {
      row: z.array(RuleLink),
      search: {
        name: 'rule',
        kind: 'text',
        description: 'part of a rule that selects it',
        read: ({ rules }) => rules.map(({ text }) => text),
      },
      csv: { rules: rules => rules.map(({ text }) => text).join('; ') },
    },
    problem: {
      row: z.enum(POOL_PROBLEMS).nullable(),
      search: {
        kind: 'enum',
        values: POOL_PROBLEMS,
        description: 'no rule, no binding, only a queue, or exhausted',
        read: row => (isExhausted(row) ? [row.problem, 'exhausted'].filter(each => each !== null) : row.problem),
      },
      column: 'room',
      csv: 'problem',
    },
    water: {
      row: PoolWater.nullable(),
      search: {
        name: 'alarm',
        kind: 'enum',
        values: ALARM_REASONS,
        description: 'low on accounts or on runway',
        read: ({ water }) => water?.alarms.map(({ reason }) => reason) ?? null,
      },
      column: 'room',
      csv: {
        alarm: water => water?.alarms.map(({ reason }) => reason).join(' ') ?? null,
        alarm_since: water => raisedSince(water?.alarms ?? []),
        low_water: water => water?.accounts.low ?? null,
        runway_days: water => (water?.runway.kind === 'days' ? water.runway.days : null),
      },
    },
    low: { row: z.boolean() },
    accounts: {
      row: z.number(),
      search: { kind: 'number', description: 'number of accounts' },
      column: ['accounts', 'free'],
      sort: byNumber(({ accounts }) => accounts),
      csv: 'accounts',
      csvBefore: 'rules',
    },
    states: {
      row: StateCounts,
      column: ['states', 'free', 'dirty', 'room'],
      csv: Object.fromEntries(BINDING_STATES.map(state => [state, (_: unknown, { states }: PoolRow) => states[state]])),
      csvBefore: 'rules',
    },
    free: {
      search: {
        kind: 'number',
        description: 'number of free accounts',
        read: row => (isDedicated(row) ? row.states.free : null),
      },
      // A shared pool has no free accounts and needs none.
      sort: byNumber(row => (isDedicated(row) ? row.states.free / row.accounts : 2)),
    },
    usable: {
      row: z.number(),
      search: {
        kind: 'number',
        description: 'number of free accounts that a new global account can claim',
        read: row => (isDedicated(row) ? row.usable : null),
      },
      column: ['usable', 'room'],
      csv: 'usable',
      csvBefore: 'rules',
      countedFrom: ['shoots', 'claims'],
    },
    unusable: { row: UnusableCounts },
    tenants: {
      row: z.number(),
      search: { kind: 'number', description: 'number of global accounts' },
      sort: byNumber(({ tenants }) => tenants),
      csv: 'global_accounts',
      csvBefore: 'rules',
      // The tenants of a dedicated pool own an account of it.
      countedFrom: ({ shared }) => (shared ? ['shoots'] : []),
    },
    shoots: {
      row: z.number(),
      search: { kind: 'number', description: 'number of shoots' },
      sort: byNumber(({ shoots }) => shoots),
      csv: 'shoots',
      csvBefore: 'rules',
      countedFrom: ['shoots'],
    },
    waiting: {
      row: z.number().nullable(),
      search: { kind: 'number', description: 'number of claims waiting for an account' },
      sort: byNumber(({ waiting }) => waiting),
      csv: 'waiting_claims',
      csvBefore: 'rules',
    },
    room: { sort: { compare: byRoom } },
  },
)

/** Least room first. */
export function byRoom(a: PoolRow, b: PoolRow): number {
  return rank(a) - rank(b) || roomOf(a) - roomOf(b) || byKey(a, b)
}

/** Whether the pool has accounts with one owner each. */
function isDedicated({ shared, accounts }: PoolRow): boolean {
  return !shared && accounts > 0
}

/** Ranks pools without a usable account, with an alarm, dedicated, shared, and without a rule. */
function rank(row: PoolRow): number {
  if (row.accounts === 0 || isExhausted(row)) return 0
  if (row.problem === 'no-rule') return 4
  if (row.low) return 1
  return row.shared ? 3 : 2
}

/** Usable accounts; for a shared pool, fewer with more shoots per account. */
function roomOf({ shared, shoots, states, usable }: PoolRow): number {
  return shared ? -shoots / Math.max(1, states.shared) : usable
}
