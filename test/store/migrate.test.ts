import { expect, test } from 'vitest'
import { MigrationError, migrate, refuseUnlessMigrated } from '#lib/store/database/migrate.ts'
import { MIGRATIONS, TABLES } from '#lib/store/generated/migrations.ts'
import { testStore } from './test-store.ts'

const GOOD = { name: '1_good', sql: 'CREATE TABLE good (id int); INSERT INTO good VALUES (1)' }

test('creates every table once', async () => {
  const { connection } = await testStore({ schema: 'none' })
  const { rows } = await connection.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  )
  expect(rows.map(({ name }) => name)).toEqual([...TABLES, '_prisma_migrations'].sort())
  expect(await migrate(connection.pool)).toEqual([])
})

test('a failed migration changes nothing, including its statements before the error', async () => {
  const { connection } = await testStore()
  const bad = { name: '2_bad', sql: 'CREATE TABLE half (id int); SELECT 1/0;' }
  await expect(migrate(connection.pool, [...MIGRATIONS, GOOD, bad])).rejects.toThrow(/2_bad failed and changed nothing/)
  const { rows } = await connection.pool.query("SELECT to_regclass('good') AS good, to_regclass('half') AS half")
  expect(rows).toEqual([{ good: 'good', half: null }])
  expect(await migrate(connection.pool, [...MIGRATIONS, GOOD])).toEqual([])
})

test.each([
  ['of a newer version', MIGRATIONS.slice(0, -1), /a newer version has used it/],
  [
    'that was edited',
    [...MIGRATIONS.slice(0, -1), { name: MIGRATIONS.at(-1)?.name ?? '', sql: '-- other' }],
    /changed/,
  ],
])('a migration %s stops the start', async (_, migrations, message) => {
  const { connection } = await testStore()
  await expect(migrate(connection.pool, migrations)).rejects.toThrow(message)
  await expect(migrate(connection.pool, migrations)).rejects.toBeInstanceOf(MigrationError)
})

test('names a missing extension of the server, and the remedy', async () => {
  const { connection } = await testStore()
  const wanted = { name: '3_wanted', sql: 'CREATE EXTENSION IF NOT EXISTS no_such_extension' }
  const refused = migrate(connection.pool, [...MIGRATIONS, wanted])
  await expect(refused).rejects.toThrow(/server has no extension no_such_extension\. Install .* additional modules/)
  await expect(refused).rejects.toBeInstanceOf(MigrationError)
})

test('does not touch tables of another program', async () => {
  const { connection } = await testStore()
  await connection.pool.query('DROP TABLE _prisma_migrations')
  await expect(migrate(connection.pool)).rejects.toThrow('tables of the same names')
})

test('a read-only opening refuses a database with missing migrations, and applies none', async () => {
  const { connection } = await testStore()
  await expect(refuseUnlessMigrated(connection.pool)).resolves.toBeUndefined()
  const newer = [...MIGRATIONS, GOOD, { name: '2_more', sql: 'SELECT 1' }]
  const refused = refuseUnlessMigrated(connection.pool, newer)
  await expect(refused).rejects.toThrow(/lacks migration 1_good and 1 more of this version, and stays as it is/)
  await expect(refused).rejects.toBeInstanceOf(MigrationError)
  expect(await migrate(connection.pool)).toEqual([])
})
