import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createGarden } from '#lib/embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE, landscape } from '#lib/embedded-garden/landscape/landscape.ts'
import { Secret } from '#lib/secret.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { type OpenStore, openStore, openStoreOn } from '#lib/store/open-store.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { runCommand } from './run-command.ts'
import { fillWithSamples } from './sample-rows.ts'
import { SILENT } from './silent.ts'
import { emptyDatabase, newServerDatabase } from './test-store.ts'

const folder = temporaryFolders('commands')

/** Settings that name a new database of this kind. */
async function newPlace(): Promise<Readonly<Record<string, string>>> {
  const DATA_DIR = folder()
  if (inject('database') === 'postgres') return { DATA_DIR, DATABASE_URL: await newServerDatabase() }
  return { DATA_DIR }
}

/** Settings of a database with rows in every table that no process has open; `then` does something with it before. */
async function filledPlace(then?: (store: OpenStore) => Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const place = await newPlace()
  const { DATABASE_URL: url = '', DATA_DIR = '' } = place
  const store =
    url === ''
      ? await openStoreOn(
          await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: emptyDatabase() }),
          60_000,
          SILENT,
        )
      : await openStore({ database: { url: new Secret(url), connections: 2 }, slowMs: 60_000, events: SILENT })
  await fillWithSamples(store)
  await then?.(store)
  await store.close()
  return place
}

/** Settings of a database without any table. */
async function emptyPlace(): Promise<Readonly<Record<string, string>>> {
  const place = await newPlace()
  const { DATABASE_URL: url = '', DATA_DIR = '' } = place
  if (url === '') await (await openEmbedded({ folder: path.join(DATA_DIR, 'db'), template: emptyDatabase() })).close()
  return place
}

let filled: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  filled = await filledPlace()
})

test('dump and restore move a database', async () => {
  const file = path.join(folder(), 'dump.ndjson')
  expect(await runCommand(['db', 'dump', file], filled)).toMatchObject({ code: 0, out: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const target = await newPlace()
  const restored = await runCommand(['db', 'restore', file], target)
  expect(restored).toMatchObject({ code: 0, err: expect.stringMatching(/^Restored \d+ rows of 20/) })

  const again = await runCommand(['db', 'dump'], target)
  const rows = (text: string) => text.trimEnd().split('\n').slice(1, -1)
  const [before, after] = [rows(readFileSync(file, 'utf8')), rows(again.out)]
  expect(before.length).toBeGreaterThan(12)
  // The audit log of the target tells of it, and so ends elsewhere; everything else is as it was.
  const gone = before.filter(line => !after.includes(line))
  const come = after.filter(line => !before.includes(line)).map(line => JSON.parse(line))
  expect(gone.map(line => JSON.parse(line))).toEqual([{ id: 1, seq: 2, hash: expect.any(String) }])
  expect(after.length).toBe(before.length + 3)
  expect(come).toHaveLength(4)
  expect(come).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 1, seq: 4 }),
      expect.objectContaining({ intent_seq: 3, outcome: 'accepted', outcome_seq: 4 }),
      expect.objectContaining({ seq: 3, actor: 'hap db restore', action: 'restore', targets: ['Database'] }),
      expect.objectContaining({
        seq: 4,
        outcome: 'accepted',
        detail: expect.stringContaining('up to 2 are of the dump'),
      }),
    ]),
  )
  expect(await runCommand(['audit', 'verify'], target)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^4 entries/),
  })

  const refused = await runCommand(['db', 'restore', file], target)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('into an empty one only') })
})

test('a restore whose entry cannot be written leaves nothing behind', async () => {
  // As if the last entry were not known to be there: the next one cannot get its number.
  const source = await filledPlace(store => store.connection.pool.query('UPDATE audit_head SET seq = seq - 1'))
  const file = path.join(folder(), 'dump.ndjson')
  expect(await runCommand(['db', 'dump', file], source)).toMatchObject({ code: 0 })
  const target = await newPlace()
  expect(await runCommand(['db', 'restore', file], target)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of the dump cannot be continued, so nothing was restored\./),
  })
  const left = (await runCommand(['db', 'dump'], target)).out.split('\n')
  expect(left.filter(line => line.startsWith('{'))).toEqual([])
})

test('verify says how far the chain is whole, and finds what was noted elsewhere', async () => {
  const verified = await runCommand(['audit', 'verify'], filled)
  expect(verified).toMatchObject({ code: 0, err: '' })
  const noted = /Last entry: (2:[0-9a-f]{64})/.exec(verified.out)?.[1] ?? ''
  expect(await runCommand(['audit', 'verify', '--expect', noted], filled)).toMatchObject({ code: 0 })
  const other = `3:${noted.slice(2)}`
  expect(await runCommand(['audit', 'verify', '--expect', other], filled)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Entry 3: The entry is missing'),
  })
})

test('verify names the first row that somebody changed', async () => {
  const changed = await filledPlace(async store => {
    const log = new AuditLog(store)
    const draft = { actor: { name: 'olga', role: 'operator' }, action: 'hold', targets: ['CredentialsBinding/n/a'] }
    for (const reason of ['first', 'second'])
      await log.refused({ ...draft, reason, ticket: null, requestId: null }, 'It is dirty.')
    const { pool } = store.connection
    await pool.query('ALTER TABLE audit_entry DISABLE TRIGGER ALL')
    await pool.query(`UPDATE audit_entry SET reason = 'another' WHERE reason IN ('first', 'second')`)
  })
  const problem = 'The entry was changed: its hash does not match.'
  const named = await runCommand(['audit', 'verify'], changed)
  expect(named).toEqual({ code: 1, out: '', err: `Entry 3: ${problem}\n` })
  const json = await runCommand(['audit', 'verify', '--json'], changed)
  expect(json).toMatchObject({ code: 1, err: '' })
  expect(JSON.parse(json.out)).toEqual({ ok: false, seq: '3', problem })
})

test('adopt needs no console, and registers nothing twice', async () => {
  const garden = await createGarden({ namespace: LANDSCAPE_NAMESPACE })
  onTestFinished(() => garden.stop())
  garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.parse('2026-11-21T06:00:00Z') }))
  const KUBECONFIG = path.join(folder(), 'kubeconfig.yaml')
  writeFileSync(KUBECONFIG, garden.kubeconfig('operator'))
  const place = { ...(await filledPlace()), KUBECONFIG }

  const report = async (...args: string[]) => {
    const { code, out, err } = await runCommand(['adopt', '--json', ...args], place)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  const empty = { ...(await emptyPlace()), KUBECONFIG }
  expect(await runCommand(['adopt', '--dry-run'], empty)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/lacks migration .* and stays as it is/),
  })
  expect(await runCommand(['db', 'dump'], empty)).toMatchObject({ code: 1, err: expect.stringContaining('no tables') })
  const told = await report('--dry-run')
  expect(told).toMatchObject({ namespace: LANDSCAPE_NAMESPACE, dryRun: true, known: 0 })
  expect(told.registered).toBeGreaterThan(20)
  expect(await report()).toEqual({ ...told, dryRun: false })
  expect(await report()).toMatchObject({ registered: 0, known: told.registered })
  expect(await runCommand(['audit', 'verify'], place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^4 entries/),
  })
})

test('adopt without a landscape, or one that does not answer, says so', async () => {
  const nowhere = await runCommand(['adopt'], { ...filled, KUBECONFIG: '' })
  expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('KUBECONFIG names no landscape') })
  const missing = await runCommand(['adopt'], { ...filled, KUBECONFIG: '/nowhere/kubeconfig' })
  expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('/nowhere/kubeconfig') })
})

test.each([
  ['a file that is not there', ['db', 'restore', '/nowhere/dump'], 2, 'there is no such file'],
  ['a folder', ['db', 'restore', '/'], 2, 'it is a folder'],
  ['a folder that is not there', ['db', 'dump', '/nowhere/dump'], 2, 'there is no such file or folder'],
  ['no file', ['db', 'restore'], 2, 'FILE to restore is missing'],
  ['two files', ['db', 'dump', 'a', 'b'], 2, 'one FILE'],
  ['an option that is none', ['db', 'dump', '--all'], 2, '--all'],
  ['another word', ['db', 'drop'], 2, 'there is no "db drop"'],
  ['a file to adopt', ['adopt', 'file'], 2, 'file'],
  ['an entry that is none', ['audit', 'verify', '--expect', '5'], 2, 'NUMBER:HASH'],
])('%s is an error in words', async (_, args, code, message) => {
  expect(await runCommand(args, filled)).toMatchObject({ code, err: expect.stringContaining(message) })
})

test('a dump nobody takes is no dump', async () => {
  expect(await runCommand(['db', 'dump'], filled, { readerGone: true })).toMatchObject({ code: 1, err: '' })
})

test('what is no dump leaves the database as it is', async () => {
  const file = path.join(folder(), 'dump')
  writeFileSync(file, 'hello\n')
  expect(await runCommand(['db', 'restore', file], await newPlace())).toMatchObject({
    code: 1,
    err: 'This is not a dump made by "hap db dump", or it is from a newer version.\n',
  })
})
