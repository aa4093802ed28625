import { onTestFinished } from 'vitest'
import { createGarden } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { accessBy } from '../garden/access-by.ts'

/** A cluster to import: neither Gardener nor the control plane. */
interface OtherCluster {
  readonly client: GardenClient
  /** The kubeconfig of its administrator. */
  readonly kubeconfig: string
}

export async function otherCluster(): Promise<OtherCluster> {
  const garden = await createGarden({ throttle: false })
  const kubeconfig = garden.kubeconfig('admin')
  const client = createGardenClient({ access: accessBy(kubeconfig), version: 'test' })
  onTestFinished(async () => {
    client.close()
    await garden.stop()
  })
  return { client, kubeconfig }
}
