import type { Place } from '#embedded-garden/landscape/place.ts'
import { DAY, timestamp } from '#embedded-garden/landscape/place.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { KCP_NAMESPACE } from './metadata.ts'

/** Namespace and Project of the landscape, and the namespace of the control plane's own objects. */
export function projectManifests({ namespace, project, at }: Place, random: Random): KubeObject[] {
  const createdAt = timestamp(at - 1900 * DAY)
  return [
    namespaceManifest(namespace, createdAt, random, {
      'gardener.cloud/role': 'project',
      'project.gardener.cloud/name': project,
    }),
    namespaceManifest(KCP_NAMESPACE, createdAt, random, {}),
    {
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'Project',
      metadata: {
        name: project,
        uid: random.uuid(),
        generation: 1,
        creationTimestamp: createdAt,
        finalizers: ['gardener'],
      },
      spec: {
        owner: { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'sre@example.com' },
        purpose: 'Hyperscaler accounts and clusters of SAP BTP, Kyma runtime',
        namespace,
      },
      status: { observedGeneration: 1, phase: 'Ready' },
    },
  ]
}

function namespaceManifest(
  name: string,
  creationTimestamp: string,
  random: Random,
  labels: Readonly<Record<string, string>>,
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      uid: random.uuid(),
      creationTimestamp,
      labels: { 'kubernetes.io/metadata.name': name, ...labels },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }
}
