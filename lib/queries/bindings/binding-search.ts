import { FINDINGS, findingsOf } from '#lib/hap/analysis/findings.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import type { Compare, ListShape } from '../list-window.ts'
import { poolSpellings } from '../pools/pool-spellings.ts'
import type { BindingFacts } from './binding-facts.ts'

/** Has no hyperscaler type, and so is in no pool. */
export const NO_TYPE = 'no-type'

/** Values of the field `problem`. */
const BINDING_PROBLEMS = [...FINDINGS, NO_TYPE] as const

/** What the bindings list can be searched by. */
export const BINDING_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  {
    name: 'kind',
    kind: 'enum',
    values: BINDING_KINDS,
    aliases: { CB: 'CredentialsBinding', SB: 'SecretBinding', S: 'Secret' },
    description: 'kind of the binding',
  },
  { name: 'type', kind: 'enum', description: 'hyperscaler type' },
  { name: 'pool', kind: 'enum', description: 'pool' },
  { name: 'provider', kind: 'enum', description: 'provider type of Gardener' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'state of the account' },
  { name: 'ga', kind: 'text', prefix: true, description: 'global account that owns it or has a shoot on it' },
  { name: 'tenant', kind: 'text', prefix: true, description: 'same as ga' },
  { name: 'owner', kind: 'enum', description: 'global account its label names, the whole id' },
  { name: 'shoot', kind: 'text', description: 'part of the name of a shoot on the account' },
  { name: 'account', kind: 'text', description: 'part of the name of the Secret or WorkloadIdentity' },
  { name: 'eu', kind: 'boolean', description: 'EU access' },
  { name: 'shared', kind: 'boolean', description: 'shared by many global accounts' },
  { name: 'problem', kind: 'enum', values: BINDING_PROBLEMS, description: 'a warning' },
  { name: 'shoots', kind: 'number', description: 'number of shoots on the account' },
  { name: 'reserved', kind: 'number', description: 'number of clusters claimed on the account, without a shoot yet' },
  { name: 'failing', kind: 'number', description: 'number of shoots with infrastructure errors' },
  { name: 'stuck', kind: 'boolean', description: 'stuck: too long in a transient state, or beyond its hold' },
  { name: 'usable', kind: 'boolean', description: 'free, reached by a rule, and not in use' },
  { name: 'others', kind: 'number', description: 'number of other bindings of the account' },
  {
    name: 'for',
    kind: 'number',
    units: { h: 1, d: 24 },
    description: 'time in its state where that is known, in hours or days',
  },
  { name: 'age', kind: 'number', units: { d: 1, y: 365 }, description: 'age in days or years' },
  {
    name: 'created',
    kind: 'time',
    examples: ['24h', '7d', '30d'],
    description: 'when it was made: a day in UTC, or an age',
  },
]

const STATE_ORDER = new Map(BINDING_STATES.map((state, place) => [state, place]))

const byName: Compare<BindingFacts> = (a, b) =>
  compareText(a.pooled.binding.name, b.pooled.binding.name) || compareText(a.pooled.binding.kind, b.pooled.binding.kind)

export const BINDING_LIST: ListShape<BindingFacts> = {
  fields: BINDING_FIELDS,
  read: readBinding,
  orders: {
    name: byName,
    kind: (a, b) => compareText(a.pooled.binding.kind, b.pooled.binding.kind),
    pool: (a, b) => compareText(a.poolKey ?? '', b.poolKey ?? ''),
    state: (a, b) => (STATE_ORDER.get(a.state) ?? 0) - (STATE_ORDER.get(b.state) ?? 0),
    // By length of time; what nobody noted stands last.
    for: (a, b) => compareText(b.since ?? '', a.since ?? ''),
    tenant: (a, b) => compareText(a.pooled.labels.tenantName ?? '', b.pooled.labels.tenantName ?? ''),
    account: (a, b) => compareText(a.account, b.account),
    shoots: (a, b) => a.shoots - b.shoots,
    failing: (a, b) => a.failing - b.failing,
    others: (a, b) => a.others - b.others,
    age: (a, b) => compareText(b.pooled.binding.createdAt, a.pooled.binding.createdAt),
  },
  defaultSort: 'name',
  tie: byName,
  lacks: {
    pool: ({ poolKey }) => poolKey === null,
    for: ({ since }) => since === null,
    tenant: ({ pooled }) => pooled.labels.tenantName === null,
  },
}

function readBinding(facts: BindingFacts): ReadField {
  const { binding, labels } = facts.pooled
  return name => {
    switch (name) {
      case 'name':
        return binding.name
      case 'kind':
        return binding.kind
      case 'type':
        return labels.hyperscalerType
      case 'pool':
        return poolNames(facts)
      case 'provider':
        return binding.providers
      case 'state':
        return facts.state
      case 'ga':
      case 'tenant':
        return facts.tenants
      case 'owner':
        return labels.tenantName
      case 'shoot':
        return facts.accountShoots.map(({ name }) => name)
      case 'account':
        return binding.account.name
      case 'eu':
        return facts.pool?.euAccess ?? null
      case 'shared':
        return facts.pool?.shared ?? null
      case 'problem':
        return labels.hyperscalerType ? findingsOf(facts) : [...findingsOf(facts), NO_TYPE]
      case 'shoots':
        return facts.shoots
      case 'reserved':
        return facts.reserved
      case 'failing':
        return facts.failing
      case 'stuck':
        return facts.stuck
      case 'usable':
        return facts.usable
      case 'others':
        return facts.others
      case 'for':
        return facts.hoursInState
      case 'age':
        return facts.ageDays
      case 'created':
        return binding.createdAt
      default:
        return null
    }
  }
}

/** What its pool is found by. */
export function poolNames({ poolKey }: BindingFacts): readonly string[] {
  return poolKey === null ? [] : poolSpellings(poolKey)
}
