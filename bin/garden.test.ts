import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { childEnv } from '#lib/env.ts'
import { runHap } from '../test/cli/run-hap.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HAP = path.join(import.meta.dirname, 'hap.mjs')
const folder = mkdtempSync(path.join(tmpdir(), 'hap-garden-cli-'))

afterAll(() => rmSync(folder, { recursive: true }))

function hap(...args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  return hapWith({}, ...args)
}

function hapWith(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [HAP, ...args], { env: childEnv(settings) }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

describe('hap garden', () => {
  test.each([
    [['garden'], 'serve, kubeconfig or reset is missing'],
    [['garden', 'plant'], 'plant'],
    [['garden', 'serve', '--size', 'huge'], '--size'],
    [['garden', 'serve', '--size', 'empty', '--port', '99999'], '--port'],
    [['garden', 'serve', '--nonsense'], '--nonsense'],
    [['garden', 'kubeconfig', '--as', 'nobody'], '--as'],
    [['garden', 'serve', '--size', 'empty', '--shoot-step', 'soon'], '--shoot-step'],
    [['garden', 'serve', '--size', 'empty', '--shoot-kubeconfig', 'no-such-file'], 'no-such-file'],
    [['garden', 'reset'], '--data'],
  ])('%j is wrong usage with a message', async (args, named) => {
    const { code, err } = await runHap(args)
    expect(code).toBe(2)
    expect(err).toContain(named)
  })

  test('names the invalid setting, without a stack', async () => {
    const { code, err } = await hapWith({ PORT: 'abc' }, 'garden', 'kubeconfig')
    expect(code).toBe(2)
    expect(err).toMatch(/^hap garden: PORT must be .*\n$/)
  })

  test('reports why a folder cannot be reset, without a stack', async () => {
    const data = mkdtempSync(path.join(folder, 'no-garden-'))
    writeFileSync(path.join(data, 'garden'), '')
    const { code, err } = await hap('garden', 'reset', '--data', data)
    expect(code).toBe(1)
    expect(err).toMatch(/^.* cannot be used .* Choose another DATA_DIR\.\n$/)
  })
})
