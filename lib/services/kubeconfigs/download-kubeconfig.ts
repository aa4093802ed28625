import { isToken } from '#lib/auth/api-token.ts'
import { signInRefusal } from '#lib/auth/sign-in-time.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { kubeconfigFingerprint } from '#lib/garden/client/kubeconfig-text.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { clusterTarget, kubeconfigTarget, kubeconfigVerbRefusal } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf, requestFacts } from '#lib/operators/api/request-facts.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import { parseInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { SeenInput } from '#lib/services/resources/order-input.ts'
import { failedWriteOutcome } from '#lib/services/resources/resource-call.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { readSeen } from './act-on-request.ts'
import { attemptOf, type KubeconfigCall, type KubeconfigContext, requireVerb } from './kubeconfig-context.ts'

/**
 * Returns the kubeconfig of a request to an admin with a recent sign-in. Intent and outcome are
 * recorded before it is returned; if either fails, it is not. Callers keep it in memory, no longer
 * than needed. Throws RefusedError, AuditError, GardenError.
 */
export async function downloadKubeconfig(
  context: KubeconfigContext,
  call: KubeconfigCall,
  name: string,
): Promise<Buffer> {
  const now = context.clock.now()
  const attempt = attemptOf('download', call, [kubeconfigTarget(context.namespace, name)])
  const order = await recorded(context, attempt, () => {
    if (isToken(call.user))
      throw new RefusedError(403, 'A token cannot download a kubeconfig. Sign in as an admin to do so.')
    requireVerb('download', call.user)
    const obstacle = signInRefusal(call.signedInAt, now)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    return parseInput(SeenInput, call.input)
  })
  const draft = { ...attempt, reason: order.reason, ticket: order.ticket }
  const { request, place } = await recorded(context, draft, async () => {
    const request = await readSeen(context, name, order.seen)
    const obstacle = kubeconfigVerbRefusal('download', requestFacts(request, now))
    if (obstacle !== null) throw new RefusedError(409, obstacle)
    return { request, place: await findOwnSecret(context, request) }
  })
  const { namespace, name: cluster } = clusterOf(request)
  const { fingerprint, expirationTimestamp } = request.status ?? {}
  const intent = {
    ...draft,
    targets: [...draft.targets, clusterTarget(namespace, cluster)],
    after: { fingerprint: fingerprint ?? null, validUntil: expirationTimestamp ?? null },
  }
  return handOut(context, intent, () => readKubeconfig(context, place, fingerprint))
}

/** Returns the result of `read` once the audit log has the outcome. */
async function handOut(
  { audit }: Pick<KubeconfigContext, 'audit'>,
  draft: IntentDraft,
  read: () => Promise<Buffer>,
): Promise<Buffer> {
  const intent = await audit.intent(draft)
  const { actor } = draft
  try {
    const config = await read()
    await audit.outcome({ intent, actor, outcome: 'accepted', detail: 'The kubeconfig was downloaded.' })
    return config
  } catch (error) {
    const outcome = failedWriteOutcome(error) === 'refused' ? 'refused' : 'failed'
    const detail = error instanceof RefusedError ? error.message : 'The kubeconfig was not downloaded.'
    // A record that stays open is closed as unknown later; nothing was returned either way.
    await audit.outcome({ intent, actor, outcome, detail }).catch(() => undefined)
    throw error
  }
}

/**
 * Finds the Secret of a request, and checks that the request owns it: a status could name any
 * Secret. Throws RefusedError, GardenError.
 */
async function findOwnSecret(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  { metadata, status }: KubeconfigRequest,
): Promise<{ readonly namespace: string; readonly name: string; readonly key: string }> {
  const reference = status?.kubeconfigSecretRef
  if (reference === undefined) throw new RefusedError(409, 'No kubeconfig has been issued yet.')
  const place = { resource: SECRETS, namespace, name: reference.name }
  const secret = await control.get<KubeObject>(place).catch((error: unknown) => {
    if (isNotFound(error)) throw new RefusedError(409, GONE)
    throw error
  })
  if (!secret.metadata?.ownerReferences?.some(({ uid }) => uid === metadata.uid)) throw new RefusedError(409, FOREIGN)
  return { namespace, ...reference }
}

/** Reads the kubeconfig and checks its fingerprint. Throws RefusedError, GardenError. */
async function readKubeconfig(
  { secrets }: Pick<KubeconfigContext, 'secrets'>,
  { key, ...place }: Awaited<ReturnType<typeof findOwnSecret>>,
  fingerprint: string | undefined,
): Promise<Buffer> {
  const { [key]: config } = await secrets.read(place).catch((error: unknown) => {
    if (isNotFound(error)) throw new RefusedError(409, GONE)
    throw error
  })
  if (config === undefined || config.length === 0) throw new RefusedError(409, GONE)
  if (kubeconfigFingerprint(config.toString('utf8')) !== fingerprint) throw new RefusedError(409, ROTATING)
  return config
}

const GONE = 'The Secret with the kubeconfig was deleted. The operator will issue a new one; try again in a moment.'
const FOREIGN = 'The Secret named in the status belongs to another owner and is not read.'
const ROTATING = 'The kubeconfig is being renewed. Try again in a moment.'
