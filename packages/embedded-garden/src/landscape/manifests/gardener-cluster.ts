import type { Place } from '#embedded-garden/landscape/place.ts'
import { timestamp } from '#embedded-garden/landscape/place.ts'
import type { RuntimePlan } from '#embedded-garden/landscape/runtimes.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { KCP_NAMESPACE, KIM_API_VERSION, kimMetadata } from './metadata.ts'

/** The GardenerCluster with which KIM renews the cluster's kubeconfig; its Secret is not part of the landscape. */
export function gardenerClusterManifest(plan: RuntimePlan, place: Place): KubeObject {
  const { name, runtimeId, createdAt } = plan.shoot
  return {
    apiVersion: KIM_API_VERSION,
    kind: 'GardenerCluster',
    metadata: kimMetadata(plan, place, {
      uid: plan.uids[1],
      manager: 'infrastructure-manager',
      labels: {
        'operator.kyma-project.io/internal': 'true',
        'operator.kyma-project.io/managed-by': 'infrastructure-manager',
      },
    }),
    spec: {
      kubeconfig: { secret: { key: 'config', name: `kubeconfig-${runtimeId}`, namespace: KCP_NAMESPACE } },
      shoot: { name },
    },
    status: {
      state: 'Ready',
      conditions: [
        {
          type: 'KubeconfigManagement',
          status: 'True',
          reason: 'KubeconfigSecretCreated',
          message: 'Secret created successfully.',
          lastTransitionTime: timestamp(createdAt),
        },
      ],
    },
  }
}
