import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGarden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { landscape } from '../kit/landscape.ts'
import { emptyPlace, filledPlace, folder, newPlace } from './command-kit.ts'
import { runCommand } from './run-command.ts'

let filled: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  filled = await filledPlace()
})

test('restores nothing when the audit entry cannot be written', async () => {
  // The head is one entry behind, so the next entry cannot get its number.
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

test('verify names the first changed row', async () => {
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

test('adopt works without a console, and registers nothing twice', async () => {
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
  const planned = await report('--dry-run')
  expect(planned).toMatchObject({ namespace: LANDSCAPE_NAMESPACE, dryRun: true, known: 0 })
  expect(planned.registered).toBeGreaterThan(20)
  expect(await report()).toEqual({ ...planned, dryRun: false })
  expect(await report()).toMatchObject({ registered: 0, known: planned.registered })
  expect(await runCommand(['audit', 'verify'], place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^4 entries/),
  })
})

test('adopt reports a missing or unreachable landscape', async () => {
  const nowhere = await runCommand(['adopt'], { ...filled, KUBECONFIG: '' })
  expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('KUBECONFIG names no landscape') })
  const missing = await runCommand(['adopt'], { ...filled, KUBECONFIG: '/nowhere/kubeconfig' })
  expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('/nowhere/kubeconfig') })
})

test.each([
  ['a folder', ['db', 'restore', '/'], 2, 'it is a folder'],
  ['a folder that is not there', ['db', 'dump', '/nowhere/dump'], 2, 'there is no such file or folder'],
  ['no file', ['db', 'restore'], 2, 'FILE to restore is missing'],
  ['two files', ['db', 'dump', 'a', 'b'], 2, 'one FILE'],
  ['an option that is none', ['db', 'dump', '--all'], 2, '--all'],
  ['a file to adopt', ['adopt', 'file'], 2, 'file'],
])('reports %s as an error', async (_, args, code, message) => {
  expect(await runCommand(args, filled)).toMatchObject({ code, err: expect.stringContaining(message) })
})

test('dump fails when its reader closes the pipe', async () => {
  expect(await runCommand(['db', 'dump'], filled, { readerGone: true })).toMatchObject({ code: 1, err: '' })
})
