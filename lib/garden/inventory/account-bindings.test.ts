import { expect, test } from 'vitest'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { findMigrationOfAccount, listMigrations, listMigrationsOfTenant } from './account-bindings.ts'
import type { AccountClaim } from './claim-table.ts'
import { shootKey } from './shoot-table.ts'
import { createInventory } from './watch-inventory.ts'

const NAMESPACE = 'garden-kyma'
const ACCOUNT = { kind: 'Secret', namespace: NAMESPACE, name: 's' } as const
const OWNED = { hyperscalerType: 'aws', tenantName: 'ga-1', euAccess: 'true' }
const MARK = { 'credentialsbinding.gardener.cloud/status': 'force-migrated' }

const binding = (kind: Binding['kind'], name: string, labels: Binding['labels'] = {}): Binding => ({
  kind,
  namespace: NAMESPACE,
  name,
  uid: name,
  resourceVersion: '1',
  account: ACCOUNT,
  providers: ['aws'],
  labels,
  annotations: {},
  createdAt: '',
  deletedAt: null,
})

const claim: AccountClaim = { id: 'c', cluster: 'c-1', tenant: 'ga-1', account: accountKey(ACCOUNT), poolKey: 'aws~eu' }

function inventoryWith(
  bindings: readonly Binding[],
  { claims = [], shootOn = null }: { claims?: readonly AccountClaim[]; shootOn?: string | null } = {},
  kinds: readonly Binding['kind'][] = ['CredentialsBinding', 'SecretBinding'],
) {
  const { inventory, writer } = createInventory({ namespace: NAMESPACE, kinds, clock: () => 0, schedule: () => {} })
  for (const each of bindings) writer.bindings(each.kind).put(bindingKey(each), each)
  writer.claims(claims.map(each => [each.id, each]))
  const named = shootOn === null ? null : ({ kind: 'CredentialsBinding', name: shootOn } as const)
  const shoot = shootOf('c-1', { namespace: NAMESPACE, binding: named })
  writer.shoots().put(shootKey(shoot), shoot)
  return inventory
}

const migrated = binding('CredentialsBinding', 'force-migrated-a')
const old = binding('SecretBinding', 'a', OWNED)

test.each<[string, Parameters<typeof inventoryWith>, string | null]>([
  ['by its name', [[old, migrated]], 'force-migrated-a'],
  ['by its status label', [[old, binding('CredentialsBinding', 'z', MARK)]], 'z'],
  ['that Gardener found, by a shoot on it', [[old, binding('CredentialsBinding', 'z')], { shootOn: 'z' }], 'z'],
  ['of an account that only claims know', [[migrated], { claims: [claim] }], 'force-migrated-a'],
  ['where SecretBindings are no bindings of HAP', [[old, migrated], {}, ['CredentialsBinding']], 'force-migrated-a'],
  ['but no unused one that Gardener did not create', [[old, binding('CredentialsBinding', 'z')]], null],
  ['but none of an unknown account', [[migrated]], null],
  ['but none with labels', [[old, binding('CredentialsBinding', 'force-migrated-a', OWNED)]], null],
  [
    'but none beside a labelled CredentialsBinding of the account',
    [[old, migrated, binding('CredentialsBinding', 'b', OWNED)]],
    null,
  ],
])('finds %s', (_name, world, name) => {
  const inventory = inventoryWith(...world)
  expect(listMigrations(inventory).map(each => each.binding.name)).toEqual(name === null ? [] : [name])
  expect(findMigrationOfAccount(inventory, accountKey(ACCOUNT))?.binding.name ?? null).toBe(name)
})

test.each([
  ['the binding it replaces', inventoryWith([old, migrated]), old],
  ['the claims of the account', inventoryWith([migrated], { claims: [claim] }), null],
])('should carry the labels of %s', (_name, inventory, source) => {
  const [found] = listMigrations(inventory)
  expect(found).toMatchObject({ source, labels: { ...OWNED, dirty: null, shared: null, internal: null } })
})

test('lists the migration of an account for its owner, not for another global account with a claim on it', () => {
  const foreign = { ...claim, id: 'd', cluster: 'c-2', tenant: 'ga-2' }
  const inventory = inventoryWith([old, migrated], { claims: [claim, foreign] })
  expect(listMigrationsOfTenant(inventory, 'ga-1').map(each => each.binding.name)).toEqual(['force-migrated-a'])
  expect(listMigrationsOfTenant(inventory, 'ga-2')).toEqual([])
})
