import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import { OwnClusters } from '#lib/operators/target/own-clusters.ts'

/** Opens clusters where one server is both Gardener and the control plane, with one namespace for both. */
export function openerOn(client: GardenClient, secrets: SecretReader, namespace: string): TargetOpener {
  const own = { client, namespace }
  return { garden: client, secrets, ownClusters: new OwnClusters({ garden: own, control: own }), version: 'test' }
}
