import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { EventDetails } from '#lib/operators/framework/event-recorder.ts'
import type { Targets } from '#lib/operators/target/shared-targets.ts'
import type { CrashPoint } from './state/step.ts'

/** Dependencies of the kubeconfig operator. */
export interface KubeconfigContext {
  /** Client for requests, Clusters and the Secrets of kubeconfigs. */
  readonly control: GardenClient
  /** Client for shoots; often the same cluster. */
  readonly garden: GardenClient
  /** Reads Secrets of the cluster of `control`. */
  readonly secrets: SecretReader
  /** Opens the clusters. */
  readonly targets: Targets
  /** Product version, for the User-Agent. */
  readonly version: string
  /** Label value of this installation's objects in clusters: legal and stable. */
  readonly installation: string
  readonly exceptions: Exceptions
  readonly clock: { now(): number }
  /** Records an event of a request, without secrets. */
  report(request: KubeconfigRequest, event: EventDetails): void
  /** Called after each write, where a test may kill the process. */
  reached(point: CrashPoint): Promise<void>
}
