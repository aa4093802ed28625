import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { EventDetails } from '#lib/operators/framework/event-recorder.ts'
import type { Targets } from '#lib/operators/target/shared-targets.ts'
import type { CrashPoint } from './state/step.ts'

/** Everything the operator of kubeconfigs works with. */
export interface KubeconfigContext {
  /** Where requests and Clusters are, and the Secrets of kubeconfigs go. */
  readonly control: GardenClient
  /** Where shoots are; often the same. */
  readonly garden: GardenClient
  /** Of the cluster of `control`. */
  readonly secrets: SecretReader
  /** The ways into the clusters. */
  readonly targets: Targets
  /** Of this product, for the User-Agent. */
  readonly version: string
  /** Tells this installation's objects in a cluster from those of others: a legal label value, for ever the same. */
  readonly installation: string
  readonly exceptions: Exceptions
  readonly clock: { now(): number }
  /** Tells people of what happened to a request; nothing secret. */
  report(request: KubeconfigRequest, event: EventDetails): void
  /** Called at each write boundary; a test may end the process there. */
  reached(point: CrashPoint): Promise<void>
}
