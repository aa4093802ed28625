/** A Secret and the CredentialsBindings that refer to it, as stored in a garden. */
export function accountObjects(
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  bindings: readonly string[] = [name],
) {
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace, uid: `uid-secret-${name}` }, type: 'Opaque' },
    ...bindings.map(binding => bindingObject(namespace, binding, labels, name)),
  ]
}

/** A CredentialsBinding that refers to a Secret. */
export function bindingObject(
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>>,
  secret: string = name,
) {
  return {
    apiVersion: 'security.gardener.cloud/v1alpha1',
    kind: 'CredentialsBinding',
    metadata: { name, namespace, uid: `uid-${name}`, labels: { ...labels } },
    provider: { type: 'aws' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: secret, namespace },
  }
}

/** A small shoot of a tenant on a binding, as Gardener accepts it; it may be deleted immediately. */
export function shootObject(
  namespace: string,
  name: string,
  binding: string,
  tenant: string,
  field: 'credentialsBindingName' | 'secretBindingName' = 'credentialsBindingName',
) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: {
      name,
      namespace,
      uid: `uid-${name}`,
      labels: { account: tenant },
      annotations: { 'confirmation.gardener.cloud/deletion': 'true' },
    },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: 'aws' },
      [field]: binding,
      kubernetes: { version: '1.34.7' },
      networking: { type: 'calico', nodes: '10.250.0.0/22', pods: '100.64.0.0/12', services: '100.104.0.0/13' },
      provider: {
        type: 'aws',
        workers: [
          {
            name: 'worker',
            machine: { type: 'm6i.large', image: { name: 'gardenlinux', version: '1877.3.0' } },
            maximum: 1,
            minimum: 1,
            volume: { type: 'gp3', size: '80Gi' },
          },
        ],
      },
      purpose: 'evaluation',
      region: 'eu-central-1',
    },
  }
}
