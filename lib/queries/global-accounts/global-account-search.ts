import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import { poolNames } from '../bindings/binding-search.ts'
import type { Compare, ListShape } from '../list-window.ts'
import { poolSpellings } from '../pools/pool-spellings.ts'
import { fillLevel, GLOBAL_ACCOUNT_PROBLEMS, type GlobalAccountFacts } from './global-account-facts.ts'

/** What the list of global accounts can be searched by. */
export const GLOBAL_ACCOUNT_FIELDS: readonly SearchField[] = [
  { name: 'ga', kind: 'text', prefix: true, description: 'start of the id' },
  { name: 'type', kind: 'enum', description: 'hyperscaler type of one of its accounts' },
  { name: 'pool', kind: 'enum', description: 'pool of one of its accounts' },
  { name: 'uses', kind: 'enum', description: 'pool it uses, including shared pools it has a cluster in' },
  { name: 'provider', kind: 'enum', description: 'provider of one of its accounts or clusters' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'state of one of its accounts' },
  { name: 'shoot', kind: 'text', description: 'part of the name of one of its clusters' },
  { name: 'subaccount', kind: 'text', prefix: true, description: 'start of the id of a subaccount with a cluster' },
  { name: 'allowlist', kind: 'boolean', description: 'may own several accounts of a pool' },
  { name: 'problem', kind: 'enum', values: GLOBAL_ACCOUNT_PROBLEMS, description: 'a warning' },
  { name: 'accounts', kind: 'number', description: 'number of its accounts' },
  { name: 'clusters', kind: 'number', description: 'number of its clusters' },
  { name: 'fill', kind: 'number', description: 'percent of its limit that its fullest account carries' },
  { name: 'over', kind: 'number', description: 'number of its accounts over their limit' },
]

const byId: Compare<GlobalAccountFacts> = (a, b) => compareText(a.id, b.id)

export const GLOBAL_ACCOUNT_LIST: ListShape<GlobalAccountFacts> = {
  fields: GLOBAL_ACCOUNT_FIELDS,
  read: readGlobalAccount,
  orders: {
    id: byId,
    accounts: (a, b) => a.bindings.length - b.bindings.length,
    clusters: (a, b) => a.clusters - b.clusters,
    allowlist: (a, b) => Number(a.onAllowlist) - Number(b.onAllowlist),
    fill: (a, b) => (fillOf(a) ?? 0) - (fillOf(b) ?? 0) || (a.fullest?.clusters ?? 0) - (b.fullest?.clusters ?? 0),
    over: (a, b) => a.overLimit - b.overLimit,
  },
  defaultSort: 'id',
  tie: byId,
  lacks: { fill: facts => fillOf(facts) === null },
}

/** How full its fullest account is; null without a limit. */
function fillOf({ fullest }: GlobalAccountFacts): number | null {
  return fullest?.limit ? fillLevel(fullest.clusters, fullest.limit.value) : null
}

function readGlobalAccount(facts: GlobalAccountFacts): ReadField {
  return name => {
    switch (name) {
      case 'ga':
        return facts.id
      case 'type':
        return facts.bindings.flatMap(({ pooled }) => pooled.labels.hyperscalerType ?? [])
      case 'pool':
        return facts.bindings.flatMap(poolNames)
      case 'uses':
        return facts.pools.flatMap(poolSpellings)
      case 'provider':
        return [
          ...facts.bindings.flatMap(({ pooled }) => pooled.binding.providers),
          ...facts.shoots.map(({ provider }) => provider),
        ]
      case 'state':
        return facts.bindings.map(({ state }) => state)
      case 'shoot':
        return facts.shoots.map(shoot => shoot.name)
      case 'subaccount':
        return facts.shoots.flatMap(({ subaccount }) => subaccount ?? [])
      case 'allowlist':
        return facts.onAllowlist
      case 'problem':
        return facts.problems
      case 'accounts':
        return facts.bindings.length
      case 'clusters':
        return facts.clusters
      case 'fill': {
        const fill = fillOf(facts)
        return fill === null ? null : Math.floor(fill * 100)
      }
      case 'over':
        return facts.overLimit
      default:
        return null
    }
  }
}
