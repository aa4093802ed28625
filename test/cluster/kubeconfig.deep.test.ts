import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { CLUSTER_ROLES } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { startKubeconfigController } from '../operators/kubeconfig-controller.ts'
import type { KubeconfigWorld } from '../operators/kubeconfig-world.ts'
import { ShootCaller } from '../stress-operators/shoot-caller.ts'
import { startImportedWorld } from './imported-world.ts'

const MAPS = '/api/v1/configmaps'
/** Unique to this run, because the cluster may be shared. */
const RUN = Date.now().toString(36)
const ROTATIONS = 200
const REQUESTS = 50
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
const newFolder = temporaryFolders('kubectl')

let world: KubeconfigWorld

beforeAll(async () => {
  world = await startImportedWorld()
})

afterAll(async () => {
  await world.inside.delete({ resource: NAMESPACES, namespace: null, name: 'compass-system' }).catch(() => undefined)
  await world.stop()
})

const nameOf = (n: number) => `kc-${RUN}-${n}`
const numbers = Array.from({ length: REQUESTS }, (_unused, i) => i)

/** Runs a request every half second or at its requeue time, like the work queue. */
async function settle(name: string): Promise<void> {
  for (;;) {
    const again = await world.run(name)
    if (again === null || again > Date.now() + 15_000) return
    await delay(Math.max(0, again - Date.now()))
  }
}

test('a kubeconfig has exactly the permissions of its rules on a real server', async () => {
  await world.apply(nameOf(0))
  await settle(nameOf(0))
  const kubeconfig = await world.kubeconfig(nameOf(0))
  const own = '/api/v1/namespaces/compass-system/secrets'
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'x-' } }
  const tried = [
    await world.answer(kubeconfig, MAPS),
    await world.answer(kubeconfig, `${own}/none`),
    await world.answer(kubeconfig, own),
    await world.answer(kubeconfig, '/api/v1/secrets'),
    await world.answer(kubeconfig, '/api/v1/namespaces/default/configmaps', 'POST', map),
    await world.answer(kubeconfig, '/apis/rbac.authorization.k8s.io/v1/clusterroles'),
  ]
  expect(tried).toEqual([200, 404, 403, 403, 403, 403])
  expect(await world.condition(nameOf(0), 'RulesEffective')).toBe('True AllEffective')
})

/** Output of kubectl with a kubeconfig, including its error. */
async function kubectl(file: string, ...args: readonly string[]): Promise<string> {
  const cache = path.join(path.dirname(file), 'cache')
  const run = promisify(execFile)('kubectl', ['--kubeconfig', file, '--cache-dir', cache, ...args], { timeout: 60_000 })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

/** Lines of `can-i --list` without the permissions of every user to read its own identity and the server’s version. */
const rightsIn = (list: string) => {
  const [, ...lines] = list.trim().split('\n')
  return lines
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(line => !/^(self\w*review|\[)/.test(line))
    .toSorted()
}

test.skipIf(!hasKubectl)('kubectl has exactly the requested permissions with it', async () => {
  const file = path.join(newFolder(), 'config')
  writeFileSync(file, (await world.kubeconfig(nameOf(0))) ?? '')
  const [own, secret] = [['-n', 'compass-system'], `of-kubectl-${RUN}`]
  expect(await kubectl(file, 'get', 'configmaps', '-A', '-o', 'name')).toContain('configmap/')
  expect(await kubectl(file, ...own, 'create', 'secret', 'generic', secret)).toBe(`secret/${secret} created\n`)
  expect(await kubectl(file, ...own, 'get', 'secret', secret, '-o', 'name')).toBe(`secret/${secret}\n`)
  expect(await kubectl(file, ...own, 'delete', 'secret', secret)).toContain('deleted')
  for (const refused of [
    [...own, 'get', 'secrets'],
    ['-n', 'default', 'get', 'secret', secret],
    [...own, 'create', 'configmap', 'mine'],
    [...own, 'create', 'token', 'default'],
    ['get', 'clusterroles'],
    ['get', 'nodes'],
  ])
    expect(await kubectl(file, ...refused), refused.join(' ')).toMatch(
      /forbidden: User "system:serviceaccount:hap-access:\S+" cannot /,
    )
  expect(rightsIn(await kubectl(file, ...own, 'auth', 'can-i', '--list'))).toEqual([
    'configmaps [] [] [get list]',
    'secrets [] [] [get create delete]',
  ])
  expect(rightsIn(await kubectl(file, '-n', 'default', 'auth', 'can-i', '--list'))).toEqual([
    'configmaps [] [] [get list]',
  ])
})

test(`a reader that polls every 100 ms sees no gap in ${ROTATIONS} rotations`, async () => {
  const answers: number[] = []
  let done = false
  const reader = (async () => {
    while (!done) {
      answers.push(await world.answer(await world.kubeconfig(nameOf(0)), MAPS))
      await delay(100)
    }
  })()
  for (let i = 0; i < ROTATIONS; i++) {
    await world.annotate(nameOf(0), ROTATE_ANNOTATION, 'true')
    await settle(nameOf(0))
    // Waits for the reader, so that it sees every rotation.
    while (answers.length <= i) await delay(10)
  }
  done = true
  await reader
  expect(answers.length).toBeGreaterThanOrEqual(ROTATIONS)
  expect(answers.filter(status => status !== 200)).toEqual([])
  expect(world.events.filter(each => each.startsWith('Normal Rotated'))).toHaveLength(ROTATIONS)
}, 600_000)

/**
 * Revokes a recently used request, which is in the server's cache: the worst case. Returns the seconds until 401, or null without
 * one. The stress test of revocations checks the duration, because it does not share the machine.
 */
async function revoke(n: number, kubeconfig: string | null): Promise<number | null> {
  await world.answer(kubeconfig, MAPS)
  await world.annotate(nameOf(n), REVOKE_ANNOTATION, 'true')
  await settle(nameOf(n))
  return (await world.request(nameOf(n))).status?.refusedAfterSeconds ?? null
}

test(`one of ${REQUESTS} is revoked and the others work on; then all are`, async () => {
  for (const n of numbers.slice(1)) {
    await world.apply(nameOf(n))
    await settle(nameOf(n))
  }
  const kubeconfigs = await Promise.all(numbers.map(n => world.kubeconfig(nameOf(n))))
  const answers = () => Promise.all(kubeconfigs.map(kubeconfig => world.answer(kubeconfig, MAPS)))
  expect(await answers()).toEqual(numbers.map(() => 200))
  const [first = null, ...others] = kubeconfigs
  const ofOthers: (number | string)[] = []
  const caller = new ShootCaller()
  let revoking = true
  const working = (async () => {
    for (; revoking; await delay(500))
      for (const kubeconfig of others) ofOthers.push(await caller.ask(kubeconfig ?? ''))
  })()
  expect(await revoke(0, first)).not.toBeNull()
  revoking = false
  await working
  caller.close()
  expect(ofOthers.length).toBeGreaterThanOrEqual(others.length)
  expect(ofOthers.filter(status => status !== 200)).toEqual([])
  expect(await answers()).toEqual(numbers.map(n => (n === 0 ? 401 : 200)))
  const errors: unknown[] = []
  const operator = startKubeconfigController(world, error => errors.push(error))
  const begun = Date.now()
  for (const n of numbers.slice(1)) {
    await world.answer(kubeconfigs[n] ?? null, MAPS)
    await world.annotate(nameOf(n), REVOKE_ANNOTATION, 'true')
  }
  const revoked = async () => {
    const conditions = await Promise.all(numbers.map(n => world.condition(nameOf(n), 'Revoked')))
    return conditions.filter(each => each === 'True TokenRefused').length
  }
  await expect.poll(revoked, { timeout: 300_000, interval: 1_000 }).toBe(REQUESTS)
  console.log(`${REQUESTS - 1} revoked by one operator in ${(Date.now() - begun) / 1_000} s`)
  await operator.stop()
  expect(errors).toEqual([])
  expect(await answers()).toEqual(numbers.map(() => 401))
}, 600_000)

test('deleted requests leave nothing in a real cluster', async () => {
  for (const n of numbers) {
    await world.delete(nameOf(n))
    await settle(nameOf(n))
  }
  expect((await world.traces()).filter(each => each.includes(RUN))).toEqual([])
  const roles = await world.inside.get<KubeObject>({ resource: CLUSTER_ROLES, namespace: null, name: 'cluster-admin' })
  expect(roles.metadata?.name).toBe('cluster-admin')
}, 600_000)
