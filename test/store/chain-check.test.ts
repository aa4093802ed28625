import { expect, test } from 'vitest'
import { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { testStore } from './test-store.ts'

const DRAFT = {
  actor: { name: 'operator', role: 'operator' },
  action: 'hold',
  targets: [],
  reason: 'x',
  ticket: null,
  requestId: null,
}
const PATIENT = { waitMs: 60_000 }

const tamper = (store: OpenStore, sql: string) =>
  store.connection.pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`)

test('checks new entries after a short interval, and all entries after a longer one', async () => {
  const store = await testStore()
  const log = new AuditLog(store)
  let now = 0
  const chain = new ChainCheck(store, { ...PATIENT, newMs: 10, allMs: 100 }, () => now)
  expect(await chain.status()).toMatchObject({ state: 'verified', entries: '0' })
  await log.refused(DRAFT, 'no')
  expect(await chain.status()).toMatchObject({ entries: '0' })
  now = 10
  expect(await chain.status()).toMatchObject({ state: 'verified', entries: '2' })

  await log.refused(DRAFT, 'no')
  await tamper(store, "UPDATE audit_entry SET reason = 'y' WHERE seq = 1")
  now = 20
  expect(await chain.status()).toMatchObject({ state: 'verified', entries: '4' })
  now = 100
  expect(await chain.status()).toMatchObject({
    state: 'broken',
    seq: '1',
    problem: 'The entry was changed: its hash does not match.',
  })

  await tamper(store, "UPDATE audit_entry SET reason = 'x' WHERE seq = 1")
  now = 110
  expect(await chain.status()).toMatchObject({ state: 'verified', entries: '4' })
})

test('detects invalid new entries without reading the old ones', async () => {
  const store = await testStore()
  const log = new AuditLog(store)
  let now = 0
  const chain = new ChainCheck(store, { ...PATIENT, newMs: 10, allMs: 1_000 }, () => now)
  await log.refused(DRAFT, 'no')
  await chain.status()
  await log.refused(DRAFT, 'no')
  await tamper(store, "UPDATE audit_entry SET detail = 'yes' WHERE seq = 4")
  now = 10
  expect(await chain.status()).toMatchObject({ state: 'broken', seq: '4' })
})

test('detects an end that was truncated since the last check', async () => {
  const store = await testStore()
  const log = new AuditLog(store)
  let now = 0
  const chain = new ChainCheck(store, { ...PATIENT, newMs: 10, allMs: 1_000 }, () => now)
  await log.refused(DRAFT, 'no')
  await log.refused(DRAFT, 'no')
  expect(await chain.status()).toMatchObject({ entries: '4' })
  await tamper(
    store,
    'DELETE FROM audit_status WHERE intent_seq > 2; DELETE FROM audit_entry WHERE seq > 2; UPDATE audit_head SET seq = 2, hash = (SELECT hash FROM audit_entry WHERE seq = 2)',
  )
  now = 10
  expect(await chain.status()).toMatchObject({ state: 'broken', seq: '3' })
})

test('returns "checking" during a long check, which all callers share', async () => {
  const gate = Promise.withResolvers<null>()
  let reads = 0
  const head = () => {
    reads++
    return gate.promise
  }
  const slow = { db: { auditHead: { findUnique: head }, auditEntry: { findFirst: async () => null } } }
  const chain = new ChainCheck(slow as unknown as OpenStore, { waitMs: 0 })
  expect(await Promise.all([chain.status(), chain.status()])).toEqual([{ state: 'checking' }, { state: 'checking' }])
  expect(reads).toBe(1)
  gate.resolve(null)
  await expect.poll(() => chain.status()).toMatchObject({ state: 'verified', entries: '0' })
})

test('reports "unreadable" while the database does not respond', async () => {
  const store = await testStore()
  const down = new Error('The database is not responding.')
  const broken = { ...store, db: { auditHead: { findUnique: () => Promise.reject(down) } } } as unknown as OpenStore
  expect(await new ChainCheck(broken, PATIENT).status()).toMatchObject({ state: 'unreadable' })
})
