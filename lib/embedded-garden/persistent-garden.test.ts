import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DirectoryInUseError } from '#lib/data-dir.ts'
import { kubeconfigFile, resetGarden } from './persistence.ts'
import { openGarden } from './persistent-garden.ts'
import { thaw } from './storage/stored.ts'

// Processes and timers take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'hap-garden-'))
let folders = 0

afterAll(() => rmSync(folder, { recursive: true }))

function newFolder(): string {
  folders++
  return path.join(folder, String(folders))
}

const open = (dataDir: string, size: 'small' | 'empty' = 'empty') => openGarden({ dataDir, size, seed: 1 })
const mapOf = (name: string) => ({ metadata: { name, namespace: 'default', uid: name } })

describe('a garden on a folder', () => {
  test('comes back as it was: objects, versions, address, tokens, certificate', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    const before = first.kubeconfig('viewer')
    first.services.store.put('configmaps', mapOf('kept'))
    const { revision } = first.services.store
    await first.stop()
    const second = await open(dataDir)
    expect([second.isNew, second.kubeconfig('viewer'), second.services.store.revision]).toEqual([
      false,
      before,
      revision,
    ])
    expect(second.services.store.read('configmaps', 'default', 'kept')).toMatchObject(mapOf('kept'))
    expect(readFileSync(kubeconfigFile(dataDir, 'viewer'), 'utf8')).toBe(before)
    await second.stop()
  })

  test('gets its landscape at the first start only', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir, 'small')
    const shoots = first.services.store.collection('shoots.core.gardener.cloud')
    const [one] = [...shoots.entries('')]
    expect(one).toBeDefined()
    if (one) first.services.store.remove('shoots.core.gardener.cloud', one)
    const left = [...shoots.entries('')].map(thaw)
    await first.stop()
    const second = await open(dataDir, 'small')
    expect([...second.services.store.collection('shoots.core.gardener.cloud').entries('')].map(thaw)).toEqual(left)
    await second.stop()
  })

  test('that was cut off at its first start begins anew', async () => {
    const dataDir = newFolder()
    const script = `import { openGarden } from ${JSON.stringify(path.join(import.meta.dirname, 'persistent-garden.ts'))}
      await openGarden({ dataDir: process.argv[1], size: 'small', seed: 1 })`
    // No file may grow beyond so many blocks: room for the certificates, not for the landscape.
    const shell = 'ulimit -f 100; exec "$0" --input-type=module -e "$1" "$2"'
    const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, script, dataDir], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('JournalError')
    const garden = await open(dataDir, 'small')
    expect(garden.isNew).toBe(true)
    expect(garden.services.store.collection('shoots.core.gardener.cloud').size).toBeGreaterThan(0)
    await garden.stop()
    const again = await open(dataDir)
    expect(again.services.store.revision).toBe(garden.services.store.revision)
    await again.stop()
  })

  test('belongs to one process at a time', async () => {
    const dataDir = newFolder()
    const garden = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(DirectoryInUseError)
    expect(() => resetGarden(dataDir)).toThrow(DirectoryInUseError)
    await garden.stop()
    const again = await open(dataDir)
    await again.stop()
  })

  test('keeps its secrets to its owner', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).stop()
    const { statSync, readdirSync } = await import('node:fs')
    for (const file of readdirSync(path.join(dataDir, 'garden')))
      expect(statSync(path.join(dataDir, 'garden', file)).mode & 0o077, file).toBe(0)
  })

  test('is forgotten by a reset', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).stop()
    expect(resetGarden(dataDir)).toBe(true)
    expect(existsSync(kubeconfigFile(dataDir, 'admin'))).toBe(false)
    const again = await open(dataDir)
    expect(again.isNew).toBe(true)
    await again.stop()
    expect(resetGarden(newFolder())).toBe(false)
  })
})
