import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { DirectoryInUseError } from '../../../lib/data-dir/data-dir.ts'
import { openEmbeddedGarden, resetEmbeddedGarden } from '../../../lib/runtime/embedded-garden.ts'
import { type Caller, callerOn, configMap } from '../../../test/embedded-garden/caller.ts'
import {
  createShoot,
  kubeconfigOf,
  operationOf,
  SHOOTS,
  shootClient,
  shootManifest,
  untilOperation,
} from '../../../test/embedded-garden/shoots.ts'
import { objectAt } from './json.ts'
import { kubeconfigFile } from './persistence.ts'
import { thaw } from './storage/stored.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'hap-garden-'))
let folders = 0

afterAll(() => rmSync(folder, { recursive: true }))

function newFolder(): string {
  folders++
  return path.join(folder, String(folders))
}

const filesOfShoots = (dataDir: string) => readdirSync(path.join(dataDir, 'garden', 'shoots'))

/** Sends a request to the shoot's API server, which creates the file of its objects. */
async function shootFileOf(caller: Caller, name: string): Promise<void> {
  const client = shootClient(await kubeconfigOf(caller, name))
  await client.ask('GET', '/api/v1/namespaces')
  client.close()
}

const open = (dataDir: string, size: 'small' | 'empty' = 'empty') => openEmbeddedGarden({ dataDir, size, seed: 1 })
const mapOf = (name: string) => ({ metadata: { name, namespace: 'default', uid: name } })

describe('a garden on a folder', () => {
  test('restarts with the same objects, versions, address, tokens and certificate', async () => {
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

  test('starts from scratch after an interrupted first start', async () => {
    const dataDir = newFolder()
    const script = `import { openEmbeddedGarden } from ${JSON.stringify(path.join(import.meta.dirname, '../../../lib/runtime/embedded-garden.ts'))}
      await openEmbeddedGarden({ dataDir: process.argv[1], size: 'small', seed: 1 })`
    // Maximum blocks of a file: room for the certificates, but not for the landscape.
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

  test('keeps the objects inside its shoots, and continues creating shoots', async () => {
    const dataDir = newFolder()
    const options = { dataDir, size: 'small', seed: 1, throttle: false } as const
    const first = callerOn(await openEmbeddedGarden({ ...options, shootStepMs: 0 }))
    await createShoot(first, 'c-kept')
    const kubeconfig = await kubeconfigOf(first, 'c-kept')
    const before = shootClient(kubeconfig)
    await before.ask('POST', '/api/v1/namespaces/default/configmaps', { body: configMap('inside') })
    before.close()
    await createShoot(first, 'c-gone')
    await shootFileOf(first, 'c-gone')
    await first.stop()
    const second = callerOn(await openEmbeddedGarden({ ...options, shootStepMs: 60_000 }))
    await second.ask('POST', SHOOTS, { body: shootManifest('c-half') })
    await untilOperation(second, 'c-half', 'Create Processing')
    // Deletes without an event, like a process that is killed before the event.
    const { store } = second.garden.services
    const shoot = store.get('shoots.core.gardener.cloud', LANDSCAPE_NAMESPACE, 'c-gone')
    second.garden.shoots?.stop()
    if (shoot) store.remove('shoots.core.gardener.cloud', shoot)
    expect(filesOfShoots(dataDir)).toHaveLength(2)
    await second.stop()
    const third = callerOn(await openEmbeddedGarden({ ...options, shootStepMs: 0 }))
    expect(filesOfShoots(dataDir)).toHaveLength(1)
    expect(operationOf(await untilOperation(third, 'c-half', 'Create Succeeded'))).toBe('Create Succeeded')
    const after = shootClient(kubeconfig)
    expect(await after.ask('GET', '/api/v1/namespaces/default/configmaps/inside')).toHaveProperty('metadata.uid')
    after.close()
    await third.stop()
  })

  test('issues the configured kubeconfig for every shoot', async () => {
    const options = { dataDir: newFolder(), size: 'small', seed: 1, shootStepMs: 0, throttle: false } as const
    const garden = callerOn(await openEmbeddedGarden({ ...options, shootKubeconfig: 'kind: Config' }))
    await createShoot(garden, 'c-other')
    expect(await kubeconfigOf(garden, 'c-other')).toBe('kind: Config')
    await garden.stop()
  })

  test('updates roles of an earlier version', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    const roles = 'clusterroles.rbac.authorization.k8s.io'
    const today = first.services.store.read(roles, '', 'garden:operator')
    first.services.store.put(roles, { ...today, rules: [] })
    await first.stop()
    const second = await open(dataDir)
    expect(second.services.store.read(roles, '', 'garden:operator')?.rules).toEqual(today?.rules)
    await second.stop()
  })

  test('serves the current kinds of the chart, also after a version with none or others, and keeps their objects', async () => {
    const dataDir = newFolder()
    const definitions = 'customresourcedefinitions.apiextensions.k8s.io'
    const [gone, other] = ['clusters.operator.kyma-project.io', 'subscriptionrequests.control-plane.kyma-project.io']
    const first = await open(dataDir)
    const { store } = first.services
    const today = store.read(definitions, '', other)
    const known = store.get(definitions, '', gone)
    if (known) store.remove(definitions, known)
    store.put(definitions, { ...today, spec: { ...objectAt(today ?? {}, 'spec'), versions: [] } })
    store.put(other, { metadata: { name: 'kept', namespace: 'kcp-system', uid: 'kept' } })
    await first.stop()
    const second = await open(dataDir)
    const caller = callerOn(second)
    const served = async (path: string) => (await caller.call('GET', path)).status
    await expect.poll(() => served('/apis/operator.kyma-project.io/v1alpha1/clusters')).toBe(200)
    const kept = '/apis/control-plane.kyma-project.io/v1alpha1/namespaces/kcp-system/subscriptionrequests/kept'
    await expect.poll(() => served(kept)).toBe(200)
    expect(objectAt(second.services.store.read(definitions, '', other) ?? {}, 'spec')).toEqual(
      objectAt(today ?? {}, 'spec'),
    )
    await second.stop()
  })

  test('belongs to one process at a time', async () => {
    const dataDir = newFolder()
    const garden = await open(dataDir)
    await expect(open(dataDir)).rejects.toThrow(DirectoryInUseError)
    await expect(resetEmbeddedGarden(dataDir)).rejects.toThrow(DirectoryInUseError)
    await garden.stop()
    const again = await open(dataDir)
    await again.stop()
  })

  test('starts without the object whose newest record is damaged, reports it, and then has an intact journal', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    for (const name of ['sound', 'claimed']) first.services.store.put('configmaps', mapOf(name))
    first.services.store.put('configmaps', { ...mapOf('claimed'), data: { state: 'claimed' } })
    first.services.store.put('configmaps', mapOf('later'))
    await first.stop()
    const file = path.join(dataDir, 'garden', 'objects.log')
    writeFileSync(file, readFileSync(file, 'latin1').replace('"state":"claimed"', '"state":"cLaimed"'), 'latin1')
    const lines: string[] = []
    const reopen = () => openEmbeddedGarden({ dataDir, size: 'empty', seed: 1, report: line => lines.push(line) })
    for (let start = 0; start < 2; start++) {
      const second = await reopen()
      const { store } = second.services
      expect(store.read('configmaps', 'default', 'claimed')).toBeNull()
      expect(store.read('configmaps', 'default', 'sound')).not.toBeNull()
      expect(store.read('configmaps', 'default', 'later')).not.toBeNull()
      await second.stop()
    }
    expect(lines).toEqual([
      expect.stringContaining('is damaged'),
      expect.stringContaining('configmaps default/claimed'),
    ])
  })

  test('names the damaged file', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).stop()
    writeFileSync(path.join(dataDir, 'garden', 'tokens.json'), '{"admin":')
    await expect(open(dataDir)).rejects.toThrow(/tokens\.json is damaged\. Remove it/)
  })

  test('makes its secrets readable by its owner only', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).stop()
    const { statSync, readdirSync } = await import('node:fs')
    for (const file of readdirSync(path.join(dataDir, 'garden')))
      expect(statSync(path.join(dataDir, 'garden', file)).mode & 0o077, file).toBe(0)
  })

  test('is deleted by a reset', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).stop()
    expect(await resetEmbeddedGarden(dataDir)).toBe(true)
    expect(existsSync(kubeconfigFile(dataDir, 'admin'))).toBe(false)
    const again = await open(dataDir)
    expect(again.isNew).toBe(true)
    await again.stop()
    expect(await resetEmbeddedGarden(newFolder())).toBe(false)
  })
})
