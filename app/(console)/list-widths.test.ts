import { expect, test } from 'vitest'
import { type Column, isWide } from '#components/data-table/column.ts'
import { APPROVAL_COLUMNS } from './approvals/approval-columns.tsx'
import { AUDIT_COLUMNS } from './audit/audit-entries.tsx'
import { BINDING_COLUMNS } from './bindings/binding-columns.tsx'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-accounts/global-accounts-list.tsx'
import { JOB_COLUMNS } from './jobs/jobs-list.tsx'
import { CLEANING_COLUMNS } from './operators/cleaning/cleaning-columns.tsx'
import { CLUSTER_COLUMNS } from './operators/clusters/cluster-columns.tsx'
import { KUBECONFIG_COLUMNS } from './operators/kubeconfigs/kubeconfig-columns.tsx'
import { SUBSCRIPTION_COLUMNS } from './operators/subscription-requests/subscription-columns.tsx'
import { POOL_COLUMNS } from './pools/pool-columns.tsx'
import { SHOOT_COLUMNS } from './shoots/shoot-columns.tsx'

type Widths = readonly Pick<Column<never>, 'id' | 'extra' | 'width' | 'minWidth'>[]

test.each<[string, Widths, boolean]>([
  ['audit', AUDIT_COLUMNS, false],
  ['decided proposals', APPROVAL_COLUMNS, false],
  ['bindings', BINDING_COLUMNS, true],
  ['global accounts', GLOBAL_ACCOUNT_COLUMNS, false],
  ['jobs', JOB_COLUMNS, false],
  ['cleaning', CLEANING_COLUMNS, false],
  ['clusters', CLUSTER_COLUMNS, false],
  ['kubeconfigs', KUBECONFIG_COLUMNS, false],
  ['subscription requests', SUBSCRIPTION_COLUMNS, false],
  ['pools', POOL_COLUMNS, false],
  ['shoots', SHOOT_COLUMNS, false],
])('the default columns of %s fit a window of 1440 pixels', (_name, columns, selectable) => {
  expect(
    isWide(
      columns.filter(({ extra }) => !extra),
      selectable,
    ),
  ).toBe(false)
})
