import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MigrationError, migrate } from '#lib/store/database/migrate.ts'
import { connectServer } from '#lib/store/database/server.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import { openStore } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { freePort } from '../../kit/free-port.ts'
import { runCommand } from '../run-command.ts'
import { SILENT } from '../silent.ts'
import { newServerDatabase } from '../test-store.ts'

test('one of several processes migrates, and all become ready', async () => {
  const url = await newServerDatabase()
  const applied: string[] = []
  const events = { ...SILENT, migrated: (names: readonly string[]) => void applied.push(...names) }
  const stores = await Promise.all(
    Array.from({ length: 5 }, () =>
      openStore({ database: { url: new Secret(url), connections: 2 }, slowMs: 60_000, events }),
    ),
  )
  expect(applied).toEqual(MIGRATIONS.map(({ name }) => name))
  for (const store of stores) {
    expect(store.health()).toMatchObject({ state: 'up' })
    expect(await store.db.claim.count()).toBe(0)
    await store.close()
  }
})

test('names the remedy to a user who may not create extensions, and continues once an administrator has created it', async () => {
  const url = new URL(await newServerDatabase())
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  onTestFinished(() => admin.end())
  const user = `limited${url.pathname.slice(1)}`
  await admin.query(`CREATE ROLE ${user} LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO ${user}`)
  url.username = user
  const connection = connectServer({ url: new Secret(url.href), connections: 1 })
  onTestFinished(() => connection.close())
  const refused = migrate(connection.pool)
  await expect(refused).rejects.toThrow(
    /lacks the extension pg_trgm, and the database user may not create it\. Let an administrator run CREATE EXTENSION pg_trgm in the database of DATABASE_URL/,
  )
  await expect(refused).rejects.toBeInstanceOf(MigrationError)
  await admin.query('CREATE EXTENSION pg_trgm')
  expect(await migrate(connection.pool)).toContain(MIGRATIONS.at(-1)?.name)
})

test('several processes run "hap db migrate" at the same time, some of them before the server is reachable', async () => {
  const url = new URL(await newServerDatabase())
  let attempts = 0
  const later = createServer(socket => {
    if (++attempts <= 2) {
      socket.destroy()
      return
    }
    const server = connect(Number(url.port), url.hostname)
    pipeline(socket, server, socket, () => {})
  })
  const port = await freePort()
  later.listen(port, '127.0.0.1')
  const early = new URL(url)
  early.port = String(port)
  const runs = [url, early, early].map(({ href }) =>
    runCommand(['db', 'migrate', '--wait', '120'], { DATABASE_URL: href }),
  )
  onTestFinished(() => void later.close())
  const ended = await Promise.all(runs)
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(ended.filter(({ err }) => err.includes('Waiting for it'))).not.toEqual([])
  expect(ended.filter(({ err }) => err.includes('Applied the migrations'))).toHaveLength(1)
  expect(ended.filter(({ err }) => err.includes('The schema is up to date'))).toHaveLength(2)
})

test.each([
  [['--wait', '1'], 1, /does not respond.*Waiting for it\.\n.*does not respond/s],
  [['--wait', 'long'], 2, /--wait must be a whole number of seconds/],
  [['file'], 2, /migrate takes no FILE/],
])('"hap db migrate %j" ends with %i', async (args, code, said) => {
  const DATABASE_URL = `postgresql://hap@127.0.0.1:${await freePort()}/hap`
  expect(await runCommand(['db', 'migrate', ...args], { DATABASE_URL })).toMatchObject({
    code,
    err: expect.stringMatching(said),
  })
})
