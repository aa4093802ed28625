import { describe, expect, test } from 'vitest'
import { approvalFile } from '#lib/api/approvals.ts'
import { jobFile } from '#lib/api/jobs.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { CLEANING_LIST } from '#lib/queries/bindings/cleaning-list.ts'
import { exportBindings } from '#lib/queries/bindings/list-bindings.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { exportGlobalAccounts, GLOBAL_ACCOUNT_LIST } from '#lib/queries/global-accounts/global-account-list.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import { CLUSTER_LIST, exportClusters } from '#lib/queries/operators/cluster-list.ts'
import { KUBECONFIG_LIST } from '#lib/queries/operators/kubeconfig-list.ts'
import { exportSubscriptions, SUBSCRIPTION_LIST } from '#lib/queries/operators/subscription-list.ts'
import { knownObjects } from '#lib/queries/operators/testing/known-objects.ts'
import { exportPools } from '#lib/queries/pools/list-pools.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { exportShoots } from '#lib/queries/shoots/list-shoots.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { APPROVAL_COLUMNS } from './approvals/approval-columns.tsx'
import { BINDING_COLUMNS } from './bindings/binding-columns.tsx'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-accounts/global-accounts-list.tsx'
import { JOB_COLUMNS } from './jobs/jobs-list.tsx'
import { CLEANING_COLUMNS } from './operators/cleaning/cleaning-columns.tsx'
import { CLUSTER_COLUMNS } from './operators/clusters/cluster-columns.tsx'
import { KUBECONFIG_COLUMNS } from './operators/kubeconfigs/kubeconfig-columns.tsx'
import { SUBSCRIPTION_COLUMNS } from './operators/subscription-requests/subscription-columns.tsx'
import { POOL_COLUMNS } from './pools/pool-columns.tsx'
import { SHOOT_COLUMNS } from './shoots/shoot-columns.tsx'

const { context } = landscapeContext('small')
const NO_CLAIMS = knownClusters([])

/** First line of an exported file, split into its columns. */
async function headOf(exported: Exported): Promise<readonly string[]> {
  if ('refused' in exported) throw new Error(exported.refused)
  let text = ''
  for await (const part of exported.parts) text += part
  return text.split('\r\n', 1)[0]?.split(',') ?? []
}

describe('sorts by each column that can be sorted', () => {
  test.each([
    ['bindings', BINDING_COLUMNS, BINDING_LIST],
    ['cleaning', CLEANING_COLUMNS, CLEANING_LIST],
    ['pools', POOL_COLUMNS, POOL_LIST],
    ['global accounts', GLOBAL_ACCOUNT_COLUMNS, GLOBAL_ACCOUNT_LIST],
    ['shoots', SHOOT_COLUMNS, SHOOT_LIST],
    ['Clusters', CLUSTER_COLUMNS, CLUSTER_LIST],
    ['subscription requests', SUBSCRIPTION_COLUMNS, SUBSCRIPTION_LIST],
    ['kubeconfig requests', KUBECONFIG_COLUMNS, KUBECONFIG_LIST],
  ] as const)('%s', (_, columns, { orders }) => {
    const sorted = columns.filter(({ sort }) => sort !== undefined).map(({ id }) => id)
    expect(Object.keys(orders)).toEqual(expect.arrayContaining(sorted))
  })
})

describe('exports exactly the columns of a list', () => {
  test.each([
    ['bindings', BINDING_COLUMNS, exportBindings],
    ['pools', POOL_COLUMNS, exportPools],
    ['global accounts', GLOBAL_ACCOUNT_COLUMNS, exportGlobalAccounts],
    ['shoots', SHOOT_COLUMNS, exportShoots],
  ] as const)('%s', async (_, columns, exported) => {
    const head = (cols: string) => headOf(exported(context, NO_CLAIMS, { q: '', sort: '', cols, format: 'csv' }))
    const ids = columns.map(({ id }) => id)
    for (const id of ids) expect(await head(id), id).not.toEqual([''])
    expect(await head(ids.join(','))).toEqual(await head(''))
  })

  test.each([
    ['Clusters', CLUSTER_COLUMNS, exportClusters],
    ['subscription requests', SUBSCRIPTION_COLUMNS, exportSubscriptions],
  ] as const)('%s', async (_, columns, exported) => {
    const head = (cols: string) => headOf(exported(knownObjects(), { q: '', sort: '', cols, format: 'csv' }))
    const ids = columns.map(({ id }) => id)
    for (const id of ids) expect(await head(id), id).not.toEqual([''])
    expect(await head(ids.join(','))).toEqual(await head(''))
  })

  const NONE = { errors: [], count: 0, async *parts() {} }
  test.each<[string, readonly { readonly id: string }[], (request: ExportRequest) => Promise<Exported>]>([
    ['jobs', JOB_COLUMNS, request => jobFile({ listWhole: async () => NONE }, request)],
    [
      'decided proposals',
      APPROVAL_COLUMNS,
      request => approvalFile({ decidedWhole: async () => NONE }, { id: 'omar' }, request),
    ],
  ])('%s', async (_, columns, exported) => {
    const head = async (cols: string) => headOf(await exported({ q: '', sort: '', cols, format: 'csv' }))
    const ids = columns.map(({ id }) => id)
    for (const id of ids) expect(await head(id), id).not.toEqual([''])
    expect(await head(ids.join(','))).toEqual(await head(''))
  })
})
