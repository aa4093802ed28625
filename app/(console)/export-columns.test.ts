import { describe, expect, test } from 'vitest'
import { approvalFile } from '#lib/api/approvals.ts'
import { jobFile } from '#lib/api/jobs.ts'
import { exportBindings } from '#lib/queries/bindings/list-bindings.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { exportGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import { exportClusters } from '#lib/queries/operators/cluster-list.ts'
import { exportSubscriptions } from '#lib/queries/operators/subscription-list.ts'
import { knownObjects } from '#lib/queries/operators/testing/known-objects.ts'
import { exportPools } from '#lib/queries/pools/list-pools.ts'
import { exportShoots } from '#lib/queries/shoots/list-shoots.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { APPROVAL_COLUMNS } from './approvals/approval-columns.tsx'
import { BINDING_COLUMNS } from './bindings/binding-columns.tsx'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-accounts/global-accounts-list.tsx'
import { JOB_COLUMNS } from './jobs/jobs-list.tsx'
import { CLUSTER_COLUMNS } from './operators/clusters/cluster-columns.tsx'
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
