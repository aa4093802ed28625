import { stringify } from 'yaml'

interface KubeconfigParts {
  readonly server: string
  /** PEM */
  readonly caCertificate: string
  readonly user: string
  readonly token: string
  readonly namespace: string
}

/** A kubeconfig with one cluster, one user and one context. */
export function kubeconfig({ server, caCertificate, user, token, namespace }: KubeconfigParts): string {
  const name = 'embedded-garden'
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name, cluster: { server, 'certificate-authority-data': Buffer.from(caCertificate).toString('base64') } },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user, namespace } }],
    'current-context': name,
  })
}
