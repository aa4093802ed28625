import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { createSecretReader, type SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { type Caller, startCaller } from '../embedded-garden/caller.ts'
import { createShoot } from '../embedded-garden/shoots.ts'
import { accessBy } from '../garden/access-by.ts'
import { landscape } from '../kit/landscape.ts'
import { openerOn } from '../operators/opener-on.ts'
import { testCluster } from './test-cluster.ts'

let caller: Caller
let garden: GardenClient
let secrets: SecretReader
const kubeconfig = readFileSync(testCluster()?.admin ?? '', 'utf8')

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0 })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  const access = accessBy(caller.garden.kubeconfig('operator'))
  garden = createGardenClient({ access, version: 'test' })
  secrets = createSecretReader({ access, version: 'test' })
})

afterAll(async () => {
  garden.close()
  secrets.close()
  await caller.stop()
})

test('a real API server replaces that of a shoot of the embedded garden', async () => {
  const real = createGardenClient({ access: accessBy(kubeconfig), version: 'test' })
  const system = { resource: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' }, namespace: null }
  const expected = await real.get<KubeObject>({ ...system, name: 'kube-system' })
  await createShoot(caller, 'c-real')
  caller.garden.shoots?.setKubeconfigOverride('*', kubeconfig)
  const place = { by: 'shoot', namespace: LANDSCAPE_NAMESPACE, name: 'c-real', uid: 'any' } as const
  const target = await openTarget(openerOn(garden, secrets, LANDSCAPE_NAMESPACE), place)
  expect((await target.client.get<KubeObject>({ ...system, name: 'kube-system' })).metadata?.uid).toBe(
    expected.metadata?.uid,
  )
  target.close()
  real.close()
})
