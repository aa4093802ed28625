import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { afterAll, describe, expect, test, vi } from 'vitest'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HAP = path.join(import.meta.dirname, 'hap.mjs')
const folder = mkdtempSync(path.join(tmpdir(), 'hap-garden-cli-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `hap garden serve` until it is ready; no file may grow beyond `blocks` of 512 or 1,024 bytes. */
async function serve(args: readonly string[], blocks = 'unlimited') {
  const shell = 'ulimit -f "$1"; shift; exec "$@"'
  const child = spawn('sh', ['-c', shell, 'sh', blocks, process.execPath, HAP, 'garden', 'serve', ...args])
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code as number | null
  }
  return { said: said.toString(), stop }
}

function hap(...args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [HAP, ...args], (error, out, err) => resolve({ code: error?.code ?? 0, out, err }))
  })
}

describe('hap garden serve', () => {
  test('serves until it is stopped, prints kubeconfigs, and resets on demand', async () => {
    const data = path.join(folder, 'one')
    const missing = await hap('garden', 'kubeconfig', '--data', data)
    expect(missing).toMatchObject({ code: 1, out: '' })
    expect(missing.err).toBe(
      `No garden has run in ${data} yet. If it runs in another folder, set --data or DATA_DIR to it. Otherwise start one: hap garden serve --data ${data}\n`,
    )
    const server = await serve(['--data', data, '--size', 'empty'])
    expect(server.said).toMatch(/^Embedded garden ready at https:\/\/127\.0\.0\.1:\d+\n/)
    const { out } = await hap('garden', 'kubeconfig', '--as', 'viewer', '--data', data)
    const config = new KubeConfig()
    config.loadFromString(out)
    const api = KubernetesObjectApi.makeApiClient(config)
    expect((await api.list('v1', 'Namespace')).items.length).toBeGreaterThan(0)
    const inUse = await hap('garden', 'serve', '--data', data, '--size', 'empty')
    expect([inUse.code, inUse.out]).toEqual([1, ''])
    expect((await hap('garden', 'reset', '--data', data)).code).toBe(1)
    expect(await server.stop('SIGTERM')).toBe(0)
    expect((await hap('garden', 'reset', '--data', data)).code).toBe(0)
    expect(existsSync(path.join(data, 'garden', 'objects.log'))).toBe(false)
  })

  test('reports a port in use', async () => {
    const server = await serve(['--data', path.join(folder, 'two'), '--size', 'empty'])
    const port = /:(\d+)/.exec(server.said.replace('https:', ''))?.[1] ?? ''
    const refused = await hap(
      'garden',
      'serve',
      '--data',
      path.join(folder, 'three'),
      '--size',
      'empty',
      '--port',
      port,
    )
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('--port')
    expect(await server.stop('SIGINT')).toBe(0)
  })

  test('keeps running on a full disk: writes are refused, and written objects remain', async () => {
    const data = path.join(folder, 'full')
    const map = (name: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default' },
      data: { x: 'y'.repeat(5_000) },
    })
    const apiOf = async () => {
      const config = new KubeConfig()
      config.loadFromString((await hap('garden', 'kubeconfig', '--data', data)).out)
      return KubernetesObjectApi.makeApiClient(config)
    }
    const server = await serve(['--data', data, '--size', 'empty'], '250')
    const api = await apiOf()
    const written: string[] = []
    const refused: unknown[] = []
    for (let i = 10; i < 60; i++)
      await api.create(map(`m${i}`)).then(
        () => written.push(`m${i}`),
        error => refused.push(error.code),
      )
    expect(written.length).toBeGreaterThan(2)
    expect(new Set(refused)).toEqual(new Set([500]))
    const namesOf = async (from: KubernetesObjectApi) =>
      (await from.list('v1', 'ConfigMap', 'default')).items
        .map(item => item.metadata?.name)
        .filter(name => /^m\d/.test(name ?? ''))
    expect(await namesOf(api)).toEqual(written)
    await server.stop('SIGKILL')
    const again = await serve(['--data', data, '--size', 'empty'])
    expect(await namesOf(await apiOf())).toEqual(written)
    await again.stop('SIGTERM')
  })
})
