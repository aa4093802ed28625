import { compareText } from '#lib/hap/compare-text.ts'
import { FINDINGS, findingsOf } from '#lib/hap/findings/finding.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import type { Compare, ListShape } from '../list-window.ts'
import type { BindingFacts } from './binding-facts.ts'

/** What the bindings list can be searched by. */
export const BINDING_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  { name: 'kind', kind: 'enum', values: BINDING_KINDS, description: 'kind of the binding' },
  { name: 'type', kind: 'enum', description: 'hyperscaler type' },
  { name: 'pool', kind: 'enum', description: 'pool, for example aws~eu' },
  { name: 'provider', kind: 'enum', description: 'provider type of Gardener' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'state of the account' },
  { name: 'ga', kind: 'text', prefix: true, description: 'global account, or its beginning' },
  { name: 'tenant', kind: 'enum', description: 'global account, the whole of it' },
  { name: 'account', kind: 'text', description: 'part of the name of the Secret or WorkloadIdentity' },
  { name: 'eu', kind: 'boolean', description: 'EU access' },
  { name: 'shared', kind: 'boolean', description: 'shared by many tenants' },
  { name: 'problem', kind: 'text', description: 'what is wrong with its labels' },
  { name: 'shoots', kind: 'number', description: 'number of shoots on the account' },
  { name: 'failing', kind: 'number', description: 'number of shoots with infrastructure errors' },
  { name: 'stuck', kind: 'boolean', description: 'too long in a state that should pass' },
  { name: 'finding', kind: 'enum', values: FINDINGS, description: 'what a person should look at' },
  { name: 'others', kind: 'number', description: 'number of other bindings of the account' },
  { name: 'age', kind: 'number', description: 'age in days' },
]

const STATE_ORDER = new Map(BINDING_STATES.map((state, place) => [state, place]))

/** After every time. */
const LATEST = '~'

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
    // By length of time; what nobody noted counts as the shortest.
    for: (a, b) => compareText(b.since ?? LATEST, a.since ?? LATEST),
    tenant: (a, b) => compareText(a.pooled.labels.tenantName ?? '', b.pooled.labels.tenantName ?? ''),
    account: (a, b) => compareText(a.account, b.account),
    shoots: (a, b) => a.shoots - b.shoots,
    others: (a, b) => a.others - b.others,
    age: (a, b) => compareText(b.pooled.binding.createdAt, a.pooled.binding.createdAt),
  },
  defaultSort: 'name',
  tie: byName,
}

function readBinding(facts: BindingFacts): ReadField {
  const { binding, labels, problems } = facts.pooled
  return name => {
    switch (name) {
      case 'name':
        return binding.name
      case 'kind':
        return binding.kind
      case 'type':
        return labels.hyperscalerType
      case 'pool':
        return facts.poolKey
      case 'provider':
        return binding.providers
      case 'state':
        return facts.state
      case 'ga':
      case 'tenant':
        return labels.tenantName
      case 'account':
        return binding.account.name
      case 'eu':
        return facts.pool?.euAccess ?? null
      case 'shared':
        return facts.pool?.shared ?? null
      case 'problem':
        return problems.map(({ words }) => words)
      case 'shoots':
        return facts.shoots
      case 'failing':
        return facts.failing
      case 'stuck':
        return facts.stuck
      case 'finding':
        return findingsOf(facts)
      case 'others':
        return facts.others
      case 'age':
        return facts.ageDays
      default:
        return null
    }
  }
}
