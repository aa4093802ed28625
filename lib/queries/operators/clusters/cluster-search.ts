import { compareText } from '#lib/hap/text/text.ts'
import { PROVIDERS } from '#lib/operators/api/provider.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ListShape } from '../../list-window.ts'
import { RESOURCE_STATES } from '../resource-state.ts'
import { byStanding, byText } from '../row-orders.ts'
import { withExamples } from '../with-examples.ts'
import type { ClusterRow } from './cluster-row.ts'

/** What the list of Clusters can be searched by. Free words look for names, accounts, shoots and what the operator says. */
const CLUSTER_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  { name: 'state', kind: 'enum', values: RESOURCE_STATES, description: 'state in one word' },
  { name: 'reason', kind: 'text', description: 'part of the reason or of its sentence' },
  { name: 'provider', kind: 'enum', values: PROVIDERS, description: 'provider type of Gardener' },
  { name: 'plan', kind: 'enum', description: 'plan' },
  { name: 'region', kind: 'enum', description: 'hyperscaler region' },
  { name: 'ga', kind: 'text', prefix: true, description: 'start of the global account' },
  { name: 'account', kind: 'text', description: 'part of the name of its binding' },
  { name: 'shoot', kind: 'text', description: 'part of the name of its shoot' },
  { name: 'created', kind: 'time', description: 'when it was made' },
  { name: 'brought', kind: 'boolean', description: 'is a cluster that somebody brings' },
]

export const CLUSTER_LIST: ListShape<ClusterRow> = {
  fields: CLUSTER_FIELDS,
  read: row => name => {
    switch (name) {
      case 'reason':
        return row.reason === null ? [row.message] : [row.reason, row.message]
      case 'ga':
        return row.globalAccount
      case 'account':
        return row.binding?.name ?? null
      case 'shoot':
        return row.shoot?.name ?? null
      case 'created':
        return row.createdAt
      case 'brought':
        return row.provider === null
      case 'name':
      case 'state':
      case 'provider':
      case 'plan':
      case 'region':
        return row[name]
      default:
        return null
    }
  },
  orders: {
    name: byText(row => row.name),
    state: byStanding,
    provider: byText(row => row.provider),
    plan: byText(row => row.plan),
    region: byText(row => row.region),
    ga: byText(row => row.globalAccount),
    account: byText(row => row.binding?.name),
    shoot: byText(row => row.shoot?.name),
    age: byText(row => row.createdAt),
  },
  defaultSort: 'name',
  tie: (a, b) => compareText(a.name, b.name),
  lacks: {
    provider: row => row.provider === null,
    plan: row => row.plan === null,
    region: row => row.region === null,
    ga: row => row.globalAccount === null,
    account: row => row.binding === null,
    shoot: row => row.shoot === null,
  },
}

/** The same fields with the values that occur. */
export function clusterFields(rows: readonly ClusterRow[]): readonly SearchField[] {
  return withExamples(CLUSTER_FIELDS, { plan: rows.map(row => row.plan), region: rows.map(row => row.region) })
}
