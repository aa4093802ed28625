import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { waitFor } from '../../test/kit/wait.ts'
import { GardenStartError, startGarden } from './garden-process.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'hap-process-'))

afterAll(() => rmSync(folder, { recursive: true }))

function apiOf(kubeconfig: string): KubernetesObjectApi {
  const config = new KubeConfig()
  config.loadFromFile(kubeconfig)
  return KubernetesObjectApi.makeApiClient(config)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'default' } }

describe('a garden in a child process', () => {
  test('responds, keeps written objects over kill -9, and reports its end', async () => {
    const options = { dataDir: path.join(folder, 'killed'), size: 'empty' as const, seed: 1 }
    const first = await startGarden(options)
    await apiOf(first.kubeconfigFile('admin')).create(map)
    const exit = new Promise(resolve => first.onExit(resolve))
    process.kill(first.pid, 'SIGKILL')
    expect(await exit).toMatchObject({ expected: false })
    const second = await startGarden(options)
    expect(second.url).toBe(first.url)
    expect(await apiOf(second.kubeconfigFile('viewer')).list('v1', 'Namespace')).toHaveProperty('items')
    expect(await apiOf(second.kubeconfigFile('admin')).read(map)).toMatchObject(map)
    const ended = new Promise(resolve => second.onExit(resolve))
    await second.stop()
    expect(await ended).toEqual({ code: 0, expected: true })
    expect(isRunning(second.pid)).toBe(false)
  })

  test('passes its error output to the listener while it runs', async () => {
    const complaints: string[] = []
    const garden = await startGarden({
      dataDir: path.join(folder, 'complaining'),
      size: 'empty',
      seed: 1,
      onErrorLine: line => complaints.push(line),
    })
    // Makes Node.js print on its error output that it listens for a debugger.
    process.kill(garden.pid, 'SIGUSR1')
    expect(await waitFor(() => complaints.find(line => line.includes('Debugger')) ?? null)).toContain('Debugger')
    await garden.stop()
  })

  test('does not start on the folder of another one, and names it', async () => {
    const options = { dataDir: path.join(folder, 'shared'), size: 'empty' as const, seed: 1 }
    const first = await startGarden(options)
    const refused = startGarden(options)
    await expect(refused).rejects.toThrow(GardenStartError)
    await expect(refused).rejects.toThrow(String(first.pid))
    await first.stop()
  })

  test('ends with the process that started it', async () => {
    const dataDir = path.join(folder, 'orphan')
    const script = `import { startGarden } from ${JSON.stringify(path.join(import.meta.dirname, 'garden-process.ts'))}
      const garden = await startGarden({ dataDir: process.argv[1], size: 'empty', seed: 1 })
      console.log(garden.pid)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(said.toString())
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    expect(await waitFor(() => (isRunning(pid) ? null : 'ended'))).toBe('ended')
    expect(readFileSync(path.join(dataDir, 'garden', 'objects.log'), 'utf8')).toContain('"kube-system"')
  })
})
