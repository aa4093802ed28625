import { expect, test } from 'vitest'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { maintainTables } from '#lib/store/database/embedded.ts'
import { testStore } from '../test-store.ts'

const DRAFT = {
  actor: { name: 'operator', role: 'operator' },
  action: 'mark-dirty',
  targets: ['CredentialsBinding/garden/aws-1'],
  reason: 'a test',
  ticket: null,
  requestId: 'r-1',
  before: null,
  after: null,
}

test('updates the planner statistics of the embedded database once', async () => {
  const store = await testStore()
  const { pool } = store.connection
  const log = new AuditLog(store)
  const rowsOf = async (table: string) => {
    const { rows } = await pool.query(`SELECT reltuples::int AS count FROM pg_class WHERE relname = $1`, [table])
    return rows[0]?.count
  }
  await maintainTables(pool)
  await Promise.all(Array.from({ length: 200 }, () => log.intent(DRAFT)))
  expect(await maintainTables(pool)).toEqual(expect.arrayContaining(['audit_entry', 'audit_status']))
  expect([await rowsOf('audit_entry'), await rowsOf('audit_status')]).toEqual([200, 200])
  expect(await maintainTables(pool)).toEqual([])
})

test('reuses the space of replaced rows', async () => {
  const store = await testStore()
  const { pool } = store.connection
  await Promise.all(Array.from({ length: 200 }, () => new AuditLog(store).intent(DRAFT)))
  const pages = async () => (await pool.query(`SELECT pg_relation_size('audit_status')::int AS size`)).rows[0]?.size
  const replaceAll = async () => {
    await pool.query(`UPDATE audit_status SET outcome = outcome`)
    await maintainTables(pool)
  }
  await replaceAll()
  await replaceAll()
  const before = await pages()
  for (let n = 0; n < 5; n++) await replaceAll()
  expect(await pages()).toBe(before)
})
