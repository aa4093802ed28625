import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'

const HAP = path.join(import.meta.dirname, 'hap.mjs')
const folder = mkdtempSync(path.join(tmpdir(), 'hap-test-'))

afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  return place
}

function hap(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [HAP, ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })
}

describe('the hap process', () => {
  test('checks a file and prints the result without colours', async () => {
    const rules = file('good.yaml', 'rule:\n- aws\n')
    expect(await hap('check', '--required=', rules)).toEqual({ code: 0, out: `${rules}: ok, 1 rule\n`, err: '' })
  })

  test('exits with 1 for invalid rules and with 2 for invalid arguments', async () => {
    expect((await hap('check', file('bad.yaml', '- aws(\n'))).code).toBe(1)
    expect(await hap('check', path.join(folder, 'missing.yaml'))).toMatchObject({ code: 2, out: '' })
    expect((await hap('check', folder)).err).toContain('it is a folder')
  })

  test('reads the standard input', async () => {
    const child = spawn(process.execPath, [HAP, 'format', '-'])
    child.stdin.end('- aws()\n')
    const chunks: Buffer[] = []
    for await (const chunk of child.stdout) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('- aws\n')
  })

  test('replaces a file atomically', async () => {
    const rules = file('untidy.yaml', '- aws()\n')
    expect((await hap('format', '--write', rules)).code).toBe(0)
    expect(readFileSync(rules, 'utf8')).toBe('- aws\n')
  })

  test('exits quietly with its code when its reader disconnects', async () => {
    const child = spawn(process.execPath, [HAP, 'check', '--json', file('wrong.yaml', '- aws(\n'.repeat(3_000))])
    child.stdout.destroy()
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect([err, code]).toEqual(['', 1])
  })

  test.skipIf(!existsSync('/dev/full'))('reports a full disk behind its output', async () => {
    const full = openSync('/dev/full', 'w')
    const { stderr, status } = spawnSync(process.execPath, [HAP, 'help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect([stderr, status]).toEqual(['hap: the output cannot be written: the disk is full.\n', 2])
  })
})
