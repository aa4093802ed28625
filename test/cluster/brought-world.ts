import { readFileSync } from 'node:fs'
import { createGarden } from '#embedded-garden/garden.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { accessBy } from '../garden/access-by.ts'
import {
  ADMIN_SECRET,
  CLUSTER,
  KubeconfigWorld,
  NAMESPACE,
  prepareControlPlane,
  SYSTEM_CLOCK,
} from '../operators/kubeconfig-world.ts'
import { testCluster } from './test-cluster.ts'

/** A control plane of the embedded garden, to which the real cluster was brought. */
export async function startBroughtWorld(): Promise<KubeconfigWorld> {
  const real = readFileSync(testCluster()?.admin ?? '', 'utf8')
  const control = await createGarden({ throttle: false, refuseSecretDataTo: 'hap-console' })
  const world = new KubeconfigWorld(control, control, SYSTEM_CLOCK)
  world.inside.close()
  world.inside = createGardenClient({ access: accessBy(real), version: 'observer' })
  await prepareControlPlane(world)
  const config = Buffer.from(real).toString('base64')
  await world.client.create({ resource: SECRETS, namespace: NAMESPACE }, {
    metadata: { name: ADMIN_SECRET },
    type: 'Opaque',
    data: { config },
  } as KubeObject)
  await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: CLUSTER },
    spec: { kubeconfigSecretRef: { name: ADMIN_SECRET, key: 'config' } },
  } as KubeObject)
  return world
}
