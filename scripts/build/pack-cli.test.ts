import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS } from '../../bin/commands.ts'
import { packCli } from './pack-cli.ts'

/** The console's dependencies have hundreds of megabytes; one of them in the file would exceed this. */
const MAX_BYTES = 600_000

const folder = mkdtempSync(path.join(tmpdir(), 'hap-packed-'))
const file = path.join(folder, 'hap.mjs')
let bytes = 0

beforeAll(async () => {
  bytes = await packCli(file)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

const hap = (...args: readonly string[]) => promisify(execFile)(process.execPath, [file, ...args], { cwd: folder })

test('the packed command line is one small file that works outside of the checkout', async () => {
  expect(bytes).toBeLessThan(MAX_BYTES)
  writeFileSync(path.join(folder, 'rules.yaml'), 'rule:\n- aws\n')
  expect((await hap('check', '--required=', 'rules.yaml')).stdout).toBe('rules.yaml: ok, 1 rule\n')
  expect((await hap('match', '--plan', 'aws', '--required=', 'rules.yaml')).stdout).toContain('aws')
  await expect(
    hap('claim', '--plan', 'aws', '--global-account', 'ga', '--console', 'http://127.0.0.1:1'),
  ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('HAP_TOKEN') })
})

test('it has every command except those of a database or a landscape, and loads each', async () => {
  const { stdout } = await hap('help')
  const listed = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name)
  expect(Object.keys(COMMANDS).filter(name => !listed.includes(name))).toEqual([
    'db',
    'audit',
    'landscape',
    'adopt',
    'doctor',
    'garden',
  ])
  for (const name of listed)
    expect((await hap(name ?? '', '--help')).stdout).toMatch(new RegExp(`^Usage: hap ${name} `))
})
