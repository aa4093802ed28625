import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { createSecretReader, type SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { type Caller, MERGE, startCaller } from '../../../test/embedded-garden/caller.ts'
import { createShoot, deleteShoot, SHOOTS } from '../../../test/embedded-garden/shoots.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { landscape } from '../../../test/kit/landscape.ts'
import { waitFor } from '../../../test/kit/wait.ts'
import { openerOn } from '../../../test/operators/opener-on.ts'
import { openTarget } from './open-target.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NAMESPACES: Resource = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' }
let caller: Caller
let garden: GardenClient
let secrets: SecretReader

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0 })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  // With the permissions of the console in the demo, and no more.
  const access = accessBy(caller.garden.kubeconfig('operator'))
  garden = createGardenClient({ access, version: 'test' })
  secrets = createSecretReader({ access, version: 'test' })
})

afterAll(async () => {
  garden.close()
  secrets.close()
  await caller.stop()
})

async function open(name: string, uid: string) {
  const place = { by: 'shoot', namespace: LANDSCAPE_NAMESPACE, name, uid } as const
  return openTarget(openerOn(garden, secrets, LANDSCAPE_NAMESPACE), place)
}

const defaultIn = (client: GardenClient) =>
  client.get<KubeObject>({ resource: NAMESPACES, namespace: null, name: 'default' })

async function hibernate(name: string, enabled: boolean): Promise<void> {
  await caller.ask('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body: { spec: { hibernation: { enabled } } } })
  await waitFor(async () => {
    const { status } = await caller.ask('GET', `${SHOOTS}/${name}`)
    return JSON.stringify(status).includes(`"hibernated":${enabled}`) ? true : null
  })
}

test('a shoot is opened as its administrator, with the permissions of the console', async () => {
  await createShoot(caller, 'c-open')
  const target = await open('c-open', 'any')
  expect((await defaultIn(target.client)).metadata?.name).toBe('default')
  target.close()
})

test('a hibernated shoot cannot be reached, and the error says so', async () => {
  await createShoot(caller, 'c-nap')
  const target = await open('c-nap', 'any')
  await defaultIn(target.client)
  await hibernate('c-nap', true)
  await expect(defaultIn(target.client)).rejects.toMatchObject({ kind: 'unreachable' })
  await hibernate('c-nap', false)
  await expect(defaultIn(target.client)).resolves.toHaveProperty('metadata.uid')
  target.close()
})

test('a recreated shoot refuses the credentials of its predecessor', async () => {
  await createShoot(caller, 'c-anew')
  const target = await open('c-anew', 'any')
  await deleteShoot(caller, 'c-anew')
  await createShoot(caller, 'c-anew')
  await expect(defaultIn(target.client)).rejects.toMatchObject({ kind: 'unauthenticated' })
  target.close()
})

test('a missing shoot cannot be opened', async () => {
  await expect(open('c-nowhere', 'any')).rejects.toMatchObject({ kind: 'not-found' })
})
