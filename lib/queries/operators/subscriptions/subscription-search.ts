import { compareText } from '#lib/hap/text/text.ts'
import { PROVIDERS } from '#lib/operators/api/provider.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ListShape } from '../../list-window.ts'
import { RESOURCE_STATES } from '../resource-state.ts'
import { byStanding, byText } from '../row-orders.ts'
import { withExamples } from '../with-examples.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** What the list of SubscriptionRequests can be searched by. Free words look for names, accounts, Clusters and what the operator says. */
const SUBSCRIPTION_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  { name: 'state', kind: 'enum', values: RESOURCE_STATES, description: 'state in one word' },
  { name: 'reason', kind: 'text', description: 'part of the reason or of its sentence' },
  { name: 'provider', kind: 'enum', values: PROVIDERS, description: 'provider type of Gardener' },
  { name: 'plan', kind: 'enum', description: 'plan' },
  { name: 'region', kind: 'enum', description: 'hyperscaler region' },
  { name: 'ga', kind: 'text', prefix: true, description: 'start of the global account' },
  { name: 'account', kind: 'text', description: 'part of the name of its binding' },
  { name: 'cluster', kind: 'text', description: 'part of the name of the Cluster that made it' },
  { name: 'claim', kind: 'text', prefix: true, description: 'start of the id of its claim' },
  { name: 'position', kind: 'number', description: 'place in the queue of its pool' },
  { name: 'created', kind: 'time', description: 'when it was made' },
]

export const SUBSCRIPTION_LIST: ListShape<SubscriptionRow> = {
  fields: SUBSCRIPTION_FIELDS,
  read: row => name => {
    switch (name) {
      case 'reason':
        return row.reason === null ? [row.message] : [row.reason, row.message]
      case 'ga':
        return row.globalAccount
      case 'account':
        return row.binding?.name ?? null
      case 'created':
        return row.createdAt
      case 'name':
      case 'state':
      case 'provider':
      case 'plan':
      case 'region':
      case 'cluster':
      case 'claim':
      case 'position':
        return row[name]
      default:
        return null
    }
  },
  orders: {
    name: byText(row => row.name),
    state: byStanding,
    position: (a, b) => (a.position ?? 0) - (b.position ?? 0),
    provider: byText(row => row.provider),
    plan: byText(row => row.plan),
    region: byText(row => row.region),
    ga: byText(row => row.globalAccount),
    account: byText(row => row.binding?.name),
    cluster: byText(row => row.cluster),
    age: byText(row => row.createdAt),
  },
  defaultSort: 'name',
  tie: (a, b) => compareText(a.name, b.name),
  lacks: {
    position: row => row.position === null,
    plan: row => row.plan === null,
    region: row => row.region === null,
    ga: row => row.globalAccount === null,
    account: row => row.binding === null,
    cluster: row => row.cluster === null,
  },
}

/** The same fields with the values that occur. */
export function subscriptionFields(rows: readonly SubscriptionRow[]): readonly SearchField[] {
  return withExamples(SUBSCRIPTION_FIELDS, { plan: rows.map(row => row.plan), region: rows.map(row => row.region) })
}
