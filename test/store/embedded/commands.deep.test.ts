import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveControl } from '#lib/control/control-server.ts'
import { lockDirectory } from '#lib/data-dir/data-dir.ts'
import { controlCommands } from '#lib/runtime/start-database.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { readLandscape } from '../../garden/read-landscape.ts'
import { runCommand } from '../run-command.ts'
import { fillWithSamples } from '../sample-rows.ts'
import { SILENT } from '../silent.ts'
import { emptyDatabase, testStore } from '../test-store.ts'

const folder = temporaryFolders('commands')

test('commands use a running console', async () => {
  const DATA_DIR = folder()
  const lock = await lockDirectory(DATA_DIR)
  onTestFinished(() => lock.release())
  for (const command of [
    ['audit', 'verify'],
    ['db', 'dump'],
  ])
    expect(await runCommand(command, { DATA_DIR })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/in use by process \d+.*may be starting/),
    })

  const connection = await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: await emptyDatabase() })
  const store = await openStoreOn(connection, 60_000, SILENT)
  onTestFinished(() => store.close())
  await fillWithSamples(store)
  const { inventory, read } = readLandscape('small')
  const control = serveControl(DATA_DIR, {
    commands: controlCommands({ store, audit: new AuditLog(store), inventory }),
    onError: error => {
      throw error
    },
  })
  onTestFinished(() => control.close())
  expect(await runCommand(['audit', 'verify'], { DATA_DIR })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2 entries.*\nLast entry: 2:/),
  })
  const verdict = await runCommand(['audit', 'verify', '--json'], { DATA_DIR })
  expect(verdict).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(verdict.out)).toEqual({ ok: true, entries: '2', hash: expect.stringMatching(/^[\da-f]{64}$/) })
  const file = path.join(folder(), 'dump.ndjson')
  expect(await runCommand(['db', 'dump', file], { DATA_DIR })).toMatchObject({ code: 0 })
  expect(readFileSync(file, 'utf8')).toMatch(/\n\["end",\{"rows":\d+,"sha256":"[0-9a-f]{64}"\}\]\n$/)
  expect(await runCommand(['db', 'restore', file], { DATA_DIR })).toMatchObject({
    code: 1,
    // The message alone, without a warning of Node.js about an open file.
    err: expect.stringMatching(/^[^\n]*stop that process[^\n]*\n$/),
  })
  const before = readFileSync(file, 'utf8')
  expect(await runCommand(['db', 'dump', file], { DATA_DIR })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/already exists.*--force/),
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(await runCommand(['db', 'dump', file, '--force'], { DATA_DIR })).toMatchObject({ code: 0 })

  expect(await runCommand(['adopt'], { DATA_DIR })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/not all read/),
  })
  read()
  const planned = await runCommand(['adopt', '--dry-run'], { DATA_DIR })
  expect(planned).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Would register \d+ clusters of garden-/),
  })
  const done = await runCommand(['adopt'], { DATA_DIR })
  expect(done).toMatchObject({ code: 0, out: planned.out.replace('Would register', 'Registered') })
  const again = await runCommand(['adopt', '--json'], { DATA_DIR })
  expect(JSON.parse(again.out)).toMatchObject({ registered: 0, dryRun: false, known: expect.any(Number) })
})

test('commands open a folder whose path is too long for a socket, and name the limit while a console uses it', async () => {
  const DATA_DIR = path.join(folder(), 'a'.repeat(100))
  const connection = await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: await emptyDatabase() })
  await fillWithSamples(await openStoreOn(connection, 60_000, SILENT))
  await connection.close()
  const verify = ['audit', 'verify']
  expect(await runCommand(verify, { DATA_DIR })).toMatchObject({ code: 0, out: expect.stringMatching(/^2 entries/) })
  expect(await runCommand(['db', 'dump'], { DATA_DIR })).toMatchObject({ code: 0, err: '' })
  expect(await runCommand(['adopt'], { DATA_DIR, KUBECONFIG: '' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/too long for a socket.*set KUBECONFIG/),
  })

  const lock = await lockDirectory(DATA_DIR)
  onTestFinished(() => lock.release())
  for (const command of [verify, ['db', 'dump']])
    expect(await runCommand(command, { DATA_DIR })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/in use by process \d+.*too long for a socket.*shorter DATA_DIR/),
    })
})

test('commands use a running console with a database server, whose folder has no database', async () => {
  const DATA_DIR = folder()
  const store = await testStore({ kind: 'postgres' })
  await fillWithSamples(store)
  const lock = await lockDirectory(DATA_DIR)
  onTestFinished(() => lock.release())
  const { inventory } = readLandscape('small')
  const control = serveControl(DATA_DIR, {
    commands: controlCommands({ store, audit: new AuditLog(store), inventory }),
    onError: error => {
      throw error
    },
  })
  onTestFinished(() => control.close())
  expect(await runCommand(['audit', 'verify'], { DATA_DIR })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2 entries/),
  })
  const { code, out } = await runCommand(['db', 'dump'], { DATA_DIR })
  expect({ code, head: out.slice(0, 13) }).toEqual({ code: 0, head: '["hap-dump",1' })
})
