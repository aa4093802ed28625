import { stringify } from 'yaml'

interface ShootKubeconfig {
  /** `garden-dev--c-1` */
  readonly prefix: string
  readonly addresses: readonly { readonly name: string; readonly url: string }[]
  /** PEM */
  readonly clusterAuthority: string
  readonly certificate: string
  readonly privateKey: string
}

/** The kubeconfig Gardener hands out: one cluster and context per address, one user. */
export function shootKubeconfig({
  prefix,
  addresses,
  clusterAuthority,
  certificate,
  privateKey,
}: ShootKubeconfig): string {
  const names = addresses.map(({ name }) => `${prefix}-${name}`)
  const [user = prefix] = names
  const config = {
    apiVersion: 'v1',
    clusters: addresses.map(({ name, url }) => ({
      cluster: { 'certificate-authority-data': encode(clusterAuthority), server: url },
      name: `${prefix}-${name}`,
    })),
    contexts: names.map(name => ({ context: { cluster: name, user }, name })),
    'current-context': user,
    kind: 'Config',
    users: [
      { name: user, user: { 'client-certificate-data': encode(certificate), 'client-key-data': encode(privateKey) } },
    ],
  }
  return stringify(config, { lineWidth: 0, indentSeq: false })
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}
