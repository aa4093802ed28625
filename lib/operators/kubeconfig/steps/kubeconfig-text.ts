import { stringify } from 'yaml'
import { Secret } from '#lib/secret.ts'

interface KubeconfigParts {
  /** Name of the cluster, for people. */
  readonly cluster: string
  readonly server: string
  /** PEM in base64; null = the system's own authorities. */
  readonly certificateAuthority: string | null
  /** The name its certificate is checked for, where that is not the server's. */
  readonly serverName?: string | undefined
  /** Name of the account. */
  readonly user: string
  readonly token: Secret<string>
  /** Namespace to begin in; null = none in particular. */
  readonly namespace: string | null
}

/** A kubeconfig with one cluster, one user and one context. */
export function kubeconfigText(parts: KubeconfigParts): Secret<string> {
  const { cluster, server, certificateAuthority, serverName, user, token, namespace } = parts
  const text = stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: cluster,
          cluster: {
            server,
            ...(certificateAuthority === null ? {} : { 'certificate-authority-data': certificateAuthority }),
            ...(serverName ? { 'tls-server-name': serverName } : {}),
          },
        },
      ],
      users: [{ name: user, user: { token: token.reveal() } }],
      contexts: [{ name: cluster, context: { cluster, user, ...(namespace === null ? {} : { namespace }) } }],
      'current-context': cluster,
    },
    { lineWidth: 0 },
  )
  return new Secret(text)
}
