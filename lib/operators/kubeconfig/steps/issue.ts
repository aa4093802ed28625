import { stringify } from 'yaml'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { kubeconfigFingerprint } from '#lib/garden/client/kubeconfig-text.ts'
import { resourcePath } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { isRevoked } from '#lib/operators/api/request-facts.ts'
import { isTerminating } from '#lib/operators/framework/object-helpers.ts'
import { anchorName } from '#lib/operators/kubeconfig/names.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import { type IssueRecord, newRecord } from '#lib/operators/kubeconfig/state/issue-record.ts'
import { accessVersion } from '#lib/operators/kubeconfig/state/next-issuing.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import { renewalTime, retire } from '#lib/operators/kubeconfig/state/rotation.ts'
import type { Step } from '#lib/operators/kubeconfig/state/step.ts'
import { SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { Secret } from '#lib/util/secret.ts'
import { writeRecord } from './record-steps.ts'

type IssueStep = Extract<Step, { do: 'issue' }>

/**
 * Requests a token and publishes its kubeconfig. Concurrent operators share the anchor, and only
 * one finds the Secret in the observed version: the token of the other is never published and ends
 * with the anchor. Throws GardenError.
 */
export async function issueKubeconfig(run: Run, step: IssueStep, observed: Observed): Promise<Observed> {
  const { context, identity, target, request, inside: within } = run
  const issuedAt = context.clock.now()
  const anchor = { name: anchorName(identity, step.issue), uid: step.anchor }
  const order = { account: run.name, anchor, seconds: request.spec.expiration }
  const { token, created, expires, ends } = await run.inCluster(() => requestToken(target, order, issuedAt, within))
  await context.reached('after-token')
  const text = kubeconfigText({
    cluster: request.spec.cluster,
    server: target.server,
    certificateAuthority: target.certificateAuthority,
    serverName: target.serverName,
    user: run.name,
    token,
    namespace: observed.wanted.namespace,
  })
  const { inside, target: found } = observed
  if (inside === null || found.state !== 'found') throw new Error('An issue came before the look at its cluster.')
  const record: IssueRecord = {
    ...retire(observed.secret.record ?? newRecord(identity.uid), inside.cluster, issuedAt),
    issue: step.issue,
    issued: {
      at: issuedAt,
      expiresAt: ends,
      renewsAt: renewalTime(identity.uid, step.issue, { issuedAt, created, expires }),
      seconds: request.spec.expiration,
      fingerprint: kubeconfigFingerprint(text.reveal()),
      by: found.place.by,
      place: found.place.uid,
      cluster: inside.cluster,
      address: inside.address,
      account: step.account,
      anchor: step.anchor,
    },
    applied: observed.wanted.digest,
    policy: observed.wanted.policy,
    lookedAt: issuedAt,
    way: accessVersion(found),
  }
  await refuseIfOver(run)
  const secret = await writeRecord(run, observed.secret, record, Buffer.from(text.reveal()).toString('base64'))
  return { ...observed, secret }
}

/** Prevents publishing for a request that was revoked or deleted since its read. */
async function refuseIfOver({ context, place, identity, signal }: Run): Promise<void> {
  const request = await context.control.get<KubeconfigRequest>(place, { signal })
  if (request.metadata.uid === identity.uid && !isTerminating(request) && !isRevoked(request)) return
  const because = 'it was revoked or deleted in the meantime. Nothing was published.'
  throw new GardenError({ kind: 'conflict', doing: `issue a kubeconfig for ${identity.name}`, because })
}

interface KubeconfigParts {
  /** Name of the cluster in the kubeconfig. */
  readonly cluster: string
  readonly server: string
  /** PEM in base64; null = authorities of the system. */
  readonly certificateAuthority: string | null
  /** Server name in the certificate, where it differs from the host. */
  readonly serverName?: string | undefined
  /** Name of the ServiceAccount. */
  readonly user: string
  readonly token: Secret<string>
  /** Default namespace; null = none. */
  readonly namespace: string | null
}

/** Formats a kubeconfig with one cluster, one user and one context. */
function kubeconfigText(parts: KubeconfigParts): Secret<string> {
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
  if (life < MIN_LIFE_MS) throw unexpected('the token in the response lives for less than a minute.')
  if (life > seconds * 1_000 + SKEW_MS) throw unexpected('the token in the response lives longer than requested.')
  const ends = Math.abs(created - now) > SKEW_MS ? now + life : expires
  return { token: new Secret(token), created, expires, ends }
}

/** Whether a token fits a header and a Secret. */
function isToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{1,65536}$/.test(text)
}
