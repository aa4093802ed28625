import type { ColumnFields } from '../../export/chosen-fields.ts'
import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ExportColumn } from '../../export/rows-file.ts'
import { exportKind } from '../export-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type SubscriptionRow, subscriptionRows } from './subscription-row.ts'
import { SUBSCRIPTION_LIST } from './subscription-search.ts'

/** The file of the list of SubscriptionRequests; `objects` are null without a control plane. */
export function exportSubscriptions(objects: OperatorObjects | null, request: ExportRequest): Exported {
  const rows = subscriptionRows(objects)
  const list = { rows, shape: SUBSCRIPTION_LIST, columns: COLUMNS, shows: SHOWS }
  return exportKind({ objects, kind: 'SubscriptionRequest', ...list }, request)
}

const COLUMNS: readonly ExportColumn<SubscriptionRow>[] = [
  ['name', ({ name }) => name, 'name'],
  ['state', ({ state }) => state, 'state'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['message', ({ message }) => message, 'message'],
  ['since', ({ since }) => since, 'since'],
  ['position', ({ position }) => position, 'position'],
  ['provider', ({ provider }) => provider, 'provider'],
  ['selector', ({ selector }) => selector, 'selector'],
  ['plan', ({ plan }) => plan, 'plan'],
  ['region', ({ region }) => region, 'region'],
  ['global_account', ({ globalAccount }) => globalAccount, 'globalAccount'],
  ['binding_kind', ({ binding }) => binding?.kind ?? null, 'binding'],
  ['binding', ({ binding }) => binding?.name ?? null, 'binding'],
  ['cluster', ({ cluster }) => cluster, 'cluster'],
  ['claim', ({ claim }) => claim, 'claim'],
  ['created', ({ createdAt }) => createdAt, 'createdAt'],
]

const SHOWS: ColumnFields = {
  name: ['name'],
  state: ['state', 'since'],
  position: ['position'],
  reason: ['reason', 'message'],
  provider: ['provider'],
  selector: ['selector'],
  plan: ['plan'],
  region: ['region'],
  account: ['binding'],
  cluster: ['cluster'],
  ga: ['globalAccount'],
  claim: ['claim'],
  age: ['createdAt'],
}
