import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MigrationError, migrate } from '#lib/store/database/migrate.ts'
import { connectServer } from '#lib/store/database/server.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import { openStore } from '#lib/store/open-store.ts'
import { SILENT } from './silent.ts'
import { newServerDatabase } from './test-store.ts'

test('of several processes one migrates, and all are ready', async () => {
  const url = await newServerDatabase()
  const told: string[] = []
  const events = { ...SILENT, migrated: (names: readonly string[]) => void told.push(...names) }
  const stores = await Promise.all(
    Array.from({ length: 5 }, () => openStore({ database: { url, connections: 2 }, slowMs: 60_000, events })),
  )
  expect(told).toEqual(MIGRATIONS.map(({ name }) => name))
  for (const store of stores) {
    expect(store.health()).toMatchObject({ state: 'up' })
    expect(await store.db.claim.count()).toBe(0)
    await store.close()
  }
})

test('a user who may create tables and no extension learns what to do, and goes on once an administrator did it', async () => {
  const url = new URL(await newServerDatabase())
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  onTestFinished(() => admin.end())
  const user = `limited${url.pathname.slice(1)}`
  await admin.query(`CREATE ROLE ${user} LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO ${user}`)
  url.username = user
  const connection = connectServer({ url: url.href, connections: 1 })
  onTestFinished(() => connection.close())
  const refused = migrate(connection.pool)
  await expect(refused).rejects.toThrow(
    /lacks the extension pg_trgm, and the database user may not create it\. Let an administrator run CREATE EXTENSION pg_trgm in the database of DATABASE_URL/,
  )
  await expect(refused).rejects.toBeInstanceOf(MigrationError)
  await admin.query('CREATE EXTENSION pg_trgm')
  expect(await migrate(connection.pool)).toContain(MIGRATIONS.at(-1)?.name)
})
