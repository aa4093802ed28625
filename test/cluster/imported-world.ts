import { readFileSync } from 'node:fs'
import { createGarden } from '#embedded-garden/garden.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { accessBy } from '../garden/access-by.ts'
import { importCluster, KubeconfigWorld, prepareControlPlane, SYSTEM_CLOCK } from '../operators/kubeconfig-world.ts'
import { testCluster } from './test-cluster.ts'

/** A control plane of the embedded garden, into which the real cluster is imported. */
export async function startImportedWorld(): Promise<KubeconfigWorld> {
  const real = readFileSync(testCluster()?.admin ?? '', 'utf8')
  const control = await createGarden({ throttle: false, refuseSecretDataTo: 'hap-console' })
  const world = new KubeconfigWorld(control, control, SYSTEM_CLOCK)
  world.inside.close()
  world.inside = createGardenClient({ access: accessBy(real), version: 'observer' })
  await prepareControlPlane(world)
  await importCluster(world.client, real)
  return world
}
