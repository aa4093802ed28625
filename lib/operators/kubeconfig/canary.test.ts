import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Garden } from '#embedded-garden/garden.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import {
  ADMIN_SECRET,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let world: KubeconfigWorld
/** Must never appear outside of a Secret. */
const canaries = new Set<string>()
const thrown: unknown[] = []
const written: string[] = []

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((...args: Parameters<typeof write>) => {
      written.push(String(args[0]))
      return write(...args)
    })
  }
  world = await startKubeconfigWorld()
  canaries.add(world.target.token('admin'))
})

afterAll(async () => {
  vi.restoreAllMocks()
  await world.stop()
})

async function run(name: string): Promise<void> {
  try {
    await world.run(name)
  } catch (error) {
    thrown.push(error)
  }
  const kubeconfig = await world.kubeconfig(name)
  if (kubeconfig === null) return
  const token = parseAccess(kubeconfig, 'it').load().getCurrentUser()?.token ?? ''
  canaries.add(token)
  canaries.add(token.split('.')[2] ?? token)
}

/** Everything a server stores except the data of Secrets. */
function kept({ services: { store } }: Garden): string {
  return store
    .resources()
    .flatMap(resource =>
      [...store.collection(resource).entries('')].map(stored => {
        const object = thaw(stored)
        return inspect(resource === 'secrets' ? object.metadata : object, { depth: null, maxStringLength: null })
      }),
    )
    .join('\n')
}

test('no token or administrator kubeconfig is in a status, an annotation, an error or the log', async () => {
  for (const verb of ['create', 'patch', 'get', 'delete'] as const) {
    const name = `faulty-${verb}`
    await world.apply(name)
    for (const mishap of [
      { type: 'status', status: 500, text: `echo ${world.target.token('admin')}` },
      { type: 'lose-answer' },
      { type: 'reset' },
    ] as const) {
      world.target.faults.add({ match: { verb }, mishap })
      world.control.faults.add({ match: { verb, userAgent: 'hap-console/test' }, mishap })
      await run(name)
      await run(name)
      world.target.faults.clear()
      world.control.faults.clear()
    }
    await run(name)
    await world.annotate(name, ROTATE_ANNOTATION, 'true')
    await run(name)
    await world.annotate(name, REVOKE_ANNOTATION, 'true')
    world.target.faults.add({ match: { verb: 'delete' }, mishap: { type: 'status', status: 503 } })
    await run(name)
    await run(name)
  }
  // An invalid kubeconfig that nevertheless contains a token.
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const { metadata } = await world.client.get(place)
  const config = Buffer.from(`{broken: [${world.target.token('admin')}`).toString('base64')
  await world.client.patch(place, { data: { config } }, { resourceVersion: metadata?.resourceVersion ?? '' })
  await world.apply('astray')
  await run('astray')
  expect(await world.condition('astray', 'ClusterReachable')).toBe('False ClusterRefused')

  expect(canaries.size).toBeGreaterThan(8)
  expect(thrown.length).toBeGreaterThan(8)
  const seen = [
    kept(world.control),
    kept(world.target),
    written.join('\n'),
    world.events.join('\n'),
    ...thrown.map(error => inspect(error, { depth: null, maxStringLength: null, showHidden: true })),
  ].join('\n')
  for (const canary of canaries) {
    expect(seen.includes(canary)).toBe(false)
    expect(seen.includes(Buffer.from(canary).toString('base64').slice(4, 40))).toBe(false)
  }
})
