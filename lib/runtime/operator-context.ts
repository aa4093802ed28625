import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { type KubeconfigRequest, withoutKubeconfig } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { SHOOTS_OF_CLUSTERS } from '#lib/operators/cluster/cluster-sources.ts'
import { createEventRecorder, type EventRecorder } from '#lib/operators/framework/event-recorder.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import {
  BY_CLUSTER_AND_SECRET,
  SECRETS_OF_KUBECONFIGS,
  SECRETS_OF_OTHERS,
} from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { BY_SECRET, namesOnly } from '#lib/operators/target/imported-secrets.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Landscape } from '#lib/services/landscape/landscape.ts'
import { log } from '#lib/telemetry/log.ts'
import { loggableReason } from './error-messages.ts'

/** Dependencies of all operators of a process. */
export interface OperatorParts {
  /** Client of the cluster the custom resources are in. */
  readonly control: GardenClient
  /** Client of the cluster the shoots are in. */
  readonly garden: GardenClient
  /** Reads Secrets of the cluster of `control`. */
  readonly secrets: SecretReader
  readonly inventory: Inventory
  readonly claims: ClaimService
  readonly landscape: Pick<Landscape, 'allowsEnd' | 'ended' | 'pause'>
  /** The clock of claims, in milliseconds since 1970. */
  timeOfClaims(): number
  /** The rules of the claim service. Throws RulesUncertainError. */
  rules(): ClaimRules
  /** Namespace of the custom resources. */
  readonly namespace: string
  /** Gardener project of the shoots, and its namespace. */
  readonly project: { readonly name: string; readonly namespace: string }
  readonly exceptions: Exceptions
  /** Name of this process in events. */
  readonly instance: string
  readonly staleAfterMs: number
}

/** Dependencies of the operators while this process leads. */
export interface OperatorRun extends OperatorParts {
  readonly stores: ReturnType<typeof operatorStores>
  /** Opens connections to target clusters. */
  readonly opener: TargetOpener
  /** Aborts when the leadership ends. */
  readonly signal: AbortSignal
  /** Returns a function that logs a failed reconciliation of the operator. */
  failed(operator: string): (key: ObjectKey | null, error: unknown) => void
  /** Repeats `work` every `ms` until the leadership ends, and logs a failure as `what`. */
  schedule(ms: number, work: () => Promise<unknown>, what: string): void
}

/** The watches of the operators. Each runs until it is stopped. */
export function operatorStores({
  control,
  garden,
  namespace,
  project,
  staleAfterMs,
}: Pick<OperatorParts, 'control' | 'garden' | 'namespace' | 'project' | 'staleAfterMs'>) {
  const inControl = (resource: Collection['resource'], labelSelector?: string) => ({
    client: control,
    collection: { resource, namespace, ...(labelSelector !== undefined && { labelSelector }) },
    staleAfterMs,
    // The custom resource definitions may be deleted while the watch runs.
    mayBeAbsent: true,
  })
  return {
    subscriptions: createWatchStore<SubscriptionRequest>(inControl(SUBSCRIPTION_REQUESTS)),
    clusters: createWatchStore<KubeObject & Cluster, 'secret'>({ ...inControl(CLUSTERS), indexes: BY_SECRET }),
    kubeconfigs: createWatchStore<KubeconfigRequest, keyof typeof BY_CLUSTER_AND_SECRET>({
      ...inControl(KUBECONFIG_REQUESTS),
      indexes: BY_CLUSTER_AND_SECRET,
      // Reconcilers read the request when they need the kubeconfig, which must not stay in memory.
      strip: withoutKubeconfig,
    }),
    secrets: createWatchStore<KubeObject>(inControl(SECRETS, SECRETS_OF_KUBECONFIGS)),
    ways: createWatchStore<KubeObject>({ ...inControl(SECRETS, SECRETS_OF_OTHERS), strip: namesOnly }),
    shoots: createWatchStore<KubeObject>({
      client: garden,
      collection: { resource: SHOOTS, namespace: project.namespace, labelSelector: SHOOTS_OF_CLUSTERS },
      staleAfterMs,
    }),
  }
}

/** Events of one operator, by its name: `cluster-operator`. */
export function operatorEvents(
  { control, instance }: Pick<OperatorParts, 'control' | 'instance'>,
  operator: string,
): EventRecorder {
  return createEventRecorder({
    client: control,
    controller: `hap.kyma-project.io/${operator}`,
    instance,
    onFailure: error => log().debug({ operator, reason: loggableReason(error) }, 'an event was not written'),
  })
}
