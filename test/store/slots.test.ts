import { expect, test } from 'vitest'
import {
  acquireTenantSlots,
  recordReturn,
  releaseTenantSlot,
  renewTenantSlot,
  type SlotKey,
  type SlotLease,
} from '#lib/store/claims/leases.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Db } from '#lib/store/database/client.ts'
import { lockKeys } from '#lib/store/transaction.ts'
import { endLeases } from '../crash/recover-console.ts'
import { testStore } from './test-store.ts'

const AWS = { tenant: 'ga-1', hyperscalerType: 'aws', euAccess: false }

async function takeSlot(db: Db, key: SlotKey, holder: string, ms: number): Promise<SlotLease | null> {
  const [slot = null] = await acquireTenantSlots(db, [{ key, holder }], ms)
  return slot
}

async function taken(lease: Promise<SlotLease | null>): Promise<SlotLease> {
  const slot = await lease
  if (!slot) throw new Error('the slot was not free')
  return slot
}

test('one of several holders acquires a slot', async () => {
  const { db } = await testStore()
  const wanted = Array.from({ length: 20 }, (_, n) => takeSlot(db, AWS, `holder ${n}`, 60_000))
  expect((await Promise.all(wanted)).filter(lease => lease !== null)).toHaveLength(1)
})

test('the first of several holders in one statement acquires a slot, and others theirs', async () => {
  const { db } = await testStore()
  const gcp = { ...AWS, hyperscalerType: 'gcp' }
  const wanted = [
    { key: gcp, holder: 'a' },
    { key: AWS, holder: 'b' },
    { key: gcp, holder: 'c' },
  ]
  const slots = await acquireTenantSlots(db, wanted, 60_000)
  expect(slots.map(slot => slot?.holder ?? null)).toEqual(['a', 'b', null])
  expect(await acquireTenantSlots(db, wanted, 60_000)).toEqual([null, null, null])
})

test('slots of another type, flag or tenant are independent', async () => {
  const { db } = await testStore()
  await taken(takeSlot(db, AWS, 'a', 60_000))
  for (const other of [
    { ...AWS, euAccess: true },
    { ...AWS, hyperscalerType: 'gcp' },
    { ...AWS, tenant: 'ga-2' },
  ]) {
    await taken(takeSlot(db, other, 'b', 60_000))
  }
})

test('a released slot is free', async () => {
  const { db } = await testStore()
  const first = await taken(takeSlot(db, AWS, 'a', 60_000))
  expect(await releaseTenantSlot(db, first)).toBe(true)
  expect(await releaseTenantSlot(db, first)).toBe(false)
  expect((await taken(takeSlot(db, AWS, 'b', 60_000))).token).toBe(2n)
})

test('a holder whose lease has ended cannot release the slot of its successor', async () => {
  const store = await testStore()
  const late = await taken(takeSlot(store.db, AWS, 'late', 60_000))
  await endLeases(store)
  const next = await taken(takeSlot(store.db, AWS, 'next', 60_000))
  expect(await releaseTenantSlot(store.db, late)).toBe(false)
  expect(await releaseTenantSlot(store.db, next)).toBe(true)
})

test('a slot is renewed while it is held, and not after it has ended or was released', async () => {
  const store = await testStore()
  const { db } = store
  const first = await taken(takeSlot(db, AWS, 'a', 60_000))
  expect(await renewTenantSlot(db, first, 60_000)).toBe(true)
  expect(await takeSlot(db, AWS, 'b', 60_000)).toBeNull()
  await endLeases(store)
  expect(await renewTenantSlot(db, first, 60_000)).toBe(false)
  const second = await taken(takeSlot(db, AWS, 'b', 60_000))
  expect(await renewTenantSlot(db, first, 60_000)).toBe(false)
  await releaseTenantSlot(db, second)
  expect(await renewTenantSlot(db, second, 60_000)).toBe(false)
})

test('a released binding is listed for its own slot, with its last epoch, for an hour', async () => {
  const store = await testStore()
  const { db } = store
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const
  const slot = await taken(takeSlot(db, AWS, 'a', 60_000))
  const note = (epoch: number) => recordReturn(db, slot, { binding, account: 'Secret/garden/a', epoch })
  for (const epoch of [7, 9]) expect(await note(epoch)).toBe(true)
  const given = async (slot: SlotKey) =>
    (await storeLedger(store).previewFacts({ slot, poolKey: 'aws', accounts: [], clusters: [] })).given
  expect(await given(AWS)).toEqual([{ ...binding, account: 'Secret/garden/a', epoch: 9, mayLand: true }])
  expect(await given({ ...AWS, tenant: 'ga-2' })).toEqual([])
  await db.$executeRaw`UPDATE returned_binding SET returned_at = clock_timestamp() - interval '121 seconds'`
  expect(await given(AWS)).toEqual([{ ...binding, account: 'Secret/garden/a', epoch: 9, mayLand: false }])
  await db.$executeRaw`UPDATE returned_binding SET returned_at = clock_timestamp() - interval '61 minutes'`
  expect(await given(AWS)).toEqual([])
  await recordReturn(db, slot, { binding: { ...binding, name: 'b' }, account: 'Secret/garden/b', epoch: 1 })
  expect(await db.returnedBinding.count()).toBe(1)
})

test('a release is not recorded once the slot has ended or another holder has it', async () => {
  const store = await testStore()
  const { db } = store
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const
  const first = await taken(takeSlot(db, AWS, 'a', 60_000))
  const note = () => recordReturn(db, first, { binding, account: 'Secret/garden/a', epoch: 1 })
  await endLeases(store)
  expect(await note()).toBe(false)
  await taken(takeSlot(db, AWS, 'b', 60_000))
  expect(await note()).toBe(false)
  expect(await db.returnedBinding.count()).toBe(0)
})

test('locks serialise counting under a pool slot: the limit holds, and no transaction fails', async () => {
  const store = await testStore()
  const reserve = (n: number) =>
    store.transaction(
      async tx => {
        await lockKeys(tx, ['aws~shared', 'Secret/garden/a'])
        if ((await tx.claim.count({ where: { account: 'a', status: 'reserved' } })) >= 5) return false
        await tx.claim.create({
          data: {
            id: `claim-${n}`,
            idempotencyKey: `key-${n}`,
            requestHash: 'hash',
            request: {},
            tenant: 'ga-1',
            account: 'a',
            status: 'reserved',
            outcome: 'shared',
            actor: 'tester',
          },
        })
        return true
      },
      { isolation: 'read-committed' },
    )
  const given = await Promise.all(Array.from({ length: 40 }, (_, n) => reserve(n)))
  expect(given.filter(Boolean)).toHaveLength(5)
})

test('the database refuses a second open claim of a tenant for the same type and flag', async () => {
  const { db } = await testStore()
  const open = (n: number, euAccess = false) =>
    db.claim.create({
      data: {
        id: `claim-${n}`,
        idempotencyKey: `key-${n}`,
        requestHash: 'hash',
        request: {},
        tenant: 'ga-1',
        hyperscalerType: 'aws',
        euAccess,
        status: 'intent',
        outcome: 'claim',
        actor: 'tester',
      },
    })
  await open(1)
  await expect(open(2)).rejects.toThrow()
  await open(3, true)
  await db.claim.update({ where: { id: 'claim-1' }, data: { status: 'active' } })
  await open(4)
})
