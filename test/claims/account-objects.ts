/** A Secret and the CredentialsBindings that refer to it, as a garden holds them. */
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

/** A shoot of a tenant on a binding. */
export function shootObject(namespace: string, name: string, binding: string, tenant: string) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name, namespace, uid: `uid-shoot-${name}`, labels: { account: tenant } },
    spec: { credentialsBindingName: binding, provider: { type: 'aws' }, region: 'eu-central-1' },
  }
}
