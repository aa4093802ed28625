import { GardenError } from '#lib/garden/client/garden-error.ts'
import { resourcePath } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-namespace.ts'
import { SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/inside/cluster-resources.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { Secret } from '#lib/secret.ts'

interface TokenAnswer {
  metadata?: { creationTimestamp?: string }
  status?: { token?: string; expirationTimestamp?: string }
}

interface TokenOrder {
  readonly account: string
  readonly anchor: { readonly name: string; readonly uid: string }
  readonly seconds: number
}

interface IssuedToken {
  readonly token: Secret<string>
  /** Both by the server's clock, epoch ms. */
  readonly created: number
  readonly expires: number
}

/**
 * A token for an account that lives and dies with its anchor. It may be shorter than asked: only the answer tells (Kubernetes).
 * Throws GardenError.
 */
export async function requestToken(
  { client }: OpenTarget,
  { account, anchor, seconds }: TokenOrder,
  now: number,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const place = { resource: SERVICE_ACCOUNTS, namespace: ACCESS_NAMESPACE, name: account, subresource: 'token' }
  const doing = `request a token for ServiceAccount ${account} in ${ACCESS_NAMESPACE}`
  const answer = await client.request<TokenAnswer>(
    {
      doing,
      permission: { verb: 'create', resource: 'serviceaccounts/token', group: '', namespace: ACCESS_NAMESPACE },
      method: 'POST',
      path: resourcePath(place),
      contentType: 'application/json',
      body: JSON.stringify({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: seconds, boundObjectRef: { apiVersion: 'v1', kind: 'Secret', ...anchor } },
      }),
    },
    { signal },
  )
  const token = answer.status?.token
  const expires = Date.parse(answer.status?.expirationTimestamp ?? '')
  if (!token || Number.isNaN(expires)) {
    throw new GardenError({ kind: 'unexpected', doing, because: 'the answer holds no token with a time.' })
  }
  return { token: new Secret(token), expires, created: Date.parse(answer.metadata?.creationTimestamp ?? '') || now }
}
