import { expect, test } from 'vitest'
import { ClusterRegister } from '#lib/queries/cluster-register.ts'
import { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { adopt } from '#lib/services/landscape/adopt.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { endAdopted } from '#lib/store/claims/adopted.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const ADOPTION = { actor: { name: 'olga', role: null }, reason: 'a test', noted: false, dryRun: false }

test('follows the claims: registered clusters are known, those of ended claims are not', async () => {
  const store = await testStore()
  const { context } = landscapeContext('small')
  const register = new ClusterRegister(store)
  const counts = async () => {
    const known = await register.read()
    return listShoots(context, known, { q: '', sort: '', offset: 0, limit: 1 }).known
  }
  const { shootCount } = context.inventory
  expect(await counts()).toEqual({ both: 0, gardener: shootCount, database: 0 })

  const { registered } = await adopt({ store, audit: new AuditLog(store), inventory: context.inventory }, ADOPTION)
  const both = { both: registered, gardener: shootCount - registered, database: 0 }
  await expect.poll(counts, { timeout: 5_000 }).toEqual(both)

  const [first, second] = await store.db.claim.findMany({ where: { status: 'active' }, orderBy: { ticket: 'asc' } })
  if (!first || !second) throw new Error('No shoot was registered.')
  await store.db.claim.update({ where: { id: second.id }, data: { cluster: 'gone' } })
  expect(await endAdopted(store.db, [first.id], 'over', 1n)).toBe(1)
  await expect
    .poll(counts, { timeout: 5_000 })
    .toEqual({ both: registered - 2, gardener: shootCount - registered + 2, database: 1 })
  // A new reader sees the same.
  const known = await new ClusterRegister(store).read()
  const [row] = listShoots(context, known, { q: 'known:database', sort: '', offset: 0, limit: 1 }).rows
  expect(row).toMatchObject({ name: 'gone', globalAccount: second.tenant, claimed: 'active', plan: null })
})

test('passes claims to the inventory: open ones count as clusters, a claim that is being released does not', async () => {
  const store = await testStore()
  const { context, writer } = landscapeContext('small')
  const { inventory } = context
  const register = new ClusterRegister(store, news => writer.claims(news))
  await adopt({ store, audit: new AuditLog(store), inventory }, ADOPTION)
  const [claim] = await store.db.claim.findMany({ where: { status: 'active' } })
  if (!claim?.account) throw new Error('No shoot was registered.')
  const { id, account } = claim
  const shoots = inventory.shootCountOfAccount(account)
  const counts = async () => {
    await register.read()
    return inventory.clusterCountOfAccount(account)
  }
  expect(await counts()).toEqual({ database: shoots, reserved: 0, onlyInGardener: 0 })

  await store.db.claim.update({ where: { id }, data: { cluster: 'gone' } })
  await expect.poll(counts, { timeout: 5_000 }).toEqual({ database: shoots - 1, reserved: 1, onlyInGardener: 1 })
  const { version } = inventory
  await store.db.claim.update({ where: { id }, data: { status: 'releasing' } })
  await expect.poll(counts, { timeout: 5_000 }).toEqual({ database: shoots - 1, reserved: 0, onlyInGardener: 1 })
  expect(inventory.changesSince(version)?.accounts).toEqual(new Set([account]))
  expect(inventory.givenBackOfAccount(account)).toMatchObject([{ id }])
  await store.db.claim.update({ where: { id }, data: { status: 'released' } })
  await expect
    .poll(async () => (await counts()) && inventory.givenBackOfAccount(account), { timeout: 5_000 })
    .toEqual([])
})

test('reports a problem while the database does not respond, and reads again afterwards', async () => {
  const store = await testStore()
  let message: string | null = 'The database is not responding.'
  const faulty: Store = {
    ...store,
    get db() {
      if (message !== null) throw new StoreUnavailableError(message)
      return store.db
    },
    health: () => (message === null ? { state: 'up', since: 0 } : { state: 'down', message, since: 0 }),
  }
  const register = new ClusterRegister(faulty)
  expect(await register.read()).toBeNull()
  expect(register.problem()).toMatch(/from Gardener only/)
  message = null
  expect(await register.read()).not.toBeNull()
  expect(register.problem()).toBeNull()
  message = 'Gone again.'
  expect(await register.read()).toBeNull()
  expect(register.problem()).toMatch(/claims last read/)
})
