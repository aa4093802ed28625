import { ALARM_REASONS } from '#lib/hap/pools/alarm.ts'
import { isExhausted } from '#lib/hap/pools/pool.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import type { Compare, ListShape } from '../list-window.ts'
import { POOL_PROBLEMS, type PoolRow } from './pool-row.ts'

/** What the pools page can be searched by. */
export const POOL_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the hyperscaler type' },
  { name: 'type', kind: 'enum', description: 'hyperscaler type' },
  { name: 'provider', kind: 'enum', description: 'hyperscaler' },
  { name: 'eu', kind: 'boolean', description: 'EU access' },
  { name: 'shared', kind: 'boolean', description: 'shared by many global accounts' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'has an account in this state' },
  { name: 'rule', kind: 'text', description: 'part of a rule that leads to it' },
  {
    name: 'problem',
    kind: 'enum',
    values: POOL_PROBLEMS,
    description: 'no rule, no binding, only a queue, or exhausted',
  },
  { name: 'alarm', kind: 'enum', values: ALARM_REASONS, description: 'low on accounts or on runway' },
  { name: 'accounts', kind: 'number', description: 'number of accounts' },
  { name: 'free', kind: 'number', description: 'number of free accounts' },
  { name: 'usable', kind: 'number', description: 'number of free accounts a new global account can get' },
  { name: 'tenants', kind: 'number', description: 'number of global accounts' },
  { name: 'shoots', kind: 'number', description: 'number of shoots' },
  { name: 'waiting', kind: 'number', description: 'number of claims that wait for an account' },
]

const byKey: Compare<PoolRow> = (a, b) => compareText(a.key, b.key)

export const POOL_LIST: ListShape<PoolRow> = {
  fields: POOL_FIELDS,
  read: readPool,
  orders: {
    name: (a, b) => compareText(a.name, b.name),
    accounts: (a, b) => a.accounts - b.accounts,
    free: (a, b) => freeShare(a) - freeShare(b),
    tenants: (a, b) => a.tenants - b.tenants,
    shoots: (a, b) => a.shoots - b.shoots,
    waiting: (a, b) => (a.waiting ?? 0) - (b.waiting ?? 0),
    room: byRoom,
  },
  defaultSort: 'room',
  tie: byKey,
  lacks: { waiting: row => row.waiting === null },
}

/** What runs out first stands first. */
export function byRoom(a: PoolRow, b: PoolRow): number {
  return rank(a) - rank(b) || roomOf(a) - roomOf(b) || byKey(a, b)
}

/** A shared pool has nothing free, and is in no hurry for it. */
function freeShare({ shared, accounts, states }: PoolRow): number {
  return shared || accounts === 0 ? 2 : states.free / accounts
}

/** Those with nothing to give, those that raise an alarm, dedicated ones, shared ones, and last those nobody is led to. */
function rank(row: PoolRow): number {
  if (row.accounts === 0 || isExhausted(row)) return 0
  if (row.problem === 'no-rule') return 4
  if (row.low) return 1
  return row.shared ? 3 : 2
}

/** Usable accounts; of a shared pool, the fuller its accounts the less. */
function roomOf({ shared, shoots, states, usable }: PoolRow): number {
  return shared ? -shoots / Math.max(1, states.shared) : usable
}

function readPool(row: PoolRow): ReadField {
  return name => {
    switch (name) {
      case 'name':
      case 'type':
        return row.name
      case 'provider':
        return row.provider
      case 'eu':
        return row.euAccess
      case 'shared':
        return row.shared
      case 'state':
        return BINDING_STATES.filter(state => row.states[state] > 0)
      case 'rule':
        return row.rules.map(({ text }) => text)
      case 'problem':
        return isExhausted(row) ? [row.problem, 'exhausted'].filter(each => each !== null) : row.problem
      case 'alarm':
        return row.water?.alarms.map(({ reason }) => reason) ?? null
      case 'accounts':
        return row.accounts
      case 'free':
        return row.shared || row.accounts === 0 ? null : row.states.free
      case 'usable':
        return row.shared || row.accounts === 0 ? null : row.usable
      case 'tenants':
        return row.tenants
      case 'shoots':
        return row.shoots
      case 'waiting':
        return row.waiting
      default:
        return null
    }
  }
}
