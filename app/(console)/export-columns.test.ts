import { describe, expect, test } from 'vitest'
import { exportBindings } from '#lib/queries/bindings/export-bindings.ts'
import { exportGlobalAccounts } from '#lib/queries/global-accounts/export-global-accounts.ts'
import { exportPools } from '#lib/queries/pools/export-pools.ts'
import { knownClusters } from '#lib/queries/shoots/cluster-register.ts'
import { exportShoots } from '#lib/queries/shoots/export-shoots.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { BINDING_COLUMNS } from './bindings/binding-columns.tsx'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-accounts/global-account-columns.tsx'
import { POOL_COLUMNS } from './pools/pool-columns.tsx'
import { SHOOT_COLUMNS } from './shoots/shoot-columns.tsx'

const { context } = landscapeContext('small')
const NO_CLAIMS = knownClusters([])

describe('every column of a list can be in its file', () => {
  test.each([
    ['bindings', BINDING_COLUMNS, exportBindings],
    ['pools', POOL_COLUMNS, exportPools],
    ['global accounts', GLOBAL_ACCOUNT_COLUMNS, exportGlobalAccounts],
    ['shoots', SHOOT_COLUMNS, exportShoots],
  ] as const)('%s', (_, columns, exported) => {
    const cols = columns.map(({ id }) => id).join(',')
    expect(exported(context, NO_CLAIMS, { q: '', sort: '', cols, format: 'csv' })).not.toHaveProperty('refused')
  })
})
