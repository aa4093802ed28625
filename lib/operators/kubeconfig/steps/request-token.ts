import { GardenError } from '#lib/garden/client/garden-error.ts'
import { resourcePath } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import { SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/inside/cluster-objects.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { Secret } from '#lib/util/secret.ts'

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
  /** By the server's clock, epoch milliseconds. */
  readonly created: number
  readonly expires: number
  /** Expiry by the operator's clock, epoch milliseconds. */
  readonly ends: number
}

/**
 * Minimum lifetime, which servers exceed (ten minutes in Kubernetes). A shorter one would cause
 * immediate renewals.
 */
const MIN_LIFE_MS = 60_000

/** Tolerated difference of two clocks. */
const SKEW_MS = 60_000

/**
 * Requests a token bound to its anchor. A server may shorten the lifetime (Kubernetes). Throws
 * GardenError.
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
  const unexpected = (because: string) => new GardenError({ kind: 'unexpected', doing, because })
  const expires = Date.parse(answer.status?.expirationTimestamp ?? '')
  if (typeof token !== 'string' || !isToken(token) || Number.isNaN(expires))
    throw unexpected('the answer holds no token with a time.')
  const created = Date.parse(answer.metadata?.creationTimestamp ?? '') || now
  const life = expires - created
  if (life < MIN_LIFE_MS) throw unexpected('the token in the answer lives for less than a minute.')
  if (life > seconds * 1_000 + SKEW_MS) throw unexpected('the token in the answer lives longer than was asked for.')
  const ends = Math.abs(created - now) > SKEW_MS ? now + life : expires
  return { token: new Secret(token), created, expires, ends }
}

/** Whether a token fits a header and a Secret. */
function isToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{1,65536}$/.test(text)
}
