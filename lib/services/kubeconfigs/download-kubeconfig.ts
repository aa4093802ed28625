import { isToken } from '#lib/auth/bearer.ts'
import { signInObstacle } from '#lib/auth/sign-in-time.ts'
import { clusterTarget, kubeconfigTarget, verbObstacle } from '#lib/hap/access/kubeconfig-verbs.ts'
import { clusterOf } from '#lib/operators/api/asked-for.ts'
import { requestFacts } from '#lib/operators/api/request-facts.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { brokenWrite } from '#lib/services/resources/broken-write.ts'
import { parsed, SeenInput } from '#lib/services/resources/said-input.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { attemptOf, requireVerb } from './authorised.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { ownSecret, readKubeconfig } from './own-secret.ts'
import { readSeen } from './read-request.ts'

/**
 * The kubeconfig of a request, for an admin who has just signed in. Intent and outcome are in the audit log before anything is
 * handed out; where either cannot be written, nothing is. Keep it in memory, no longer than needed. Throws RefusedError,
 * AuditError, GardenError.
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
    const obstacle = signInObstacle(call.signedInAt, now)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    return parsed(SeenInput, call.input)
  })
  const draft = { ...attempt, reason: order.reason, ticket: order.ticket }
  const { request, place } = await recorded(context, draft, async () => {
    const request = await readSeen(context, name, order.seen)
    const obstacle = verbObstacle('download', requestFacts(request, now))
    if (obstacle !== null) throw new RefusedError(409, obstacle)
    return { request, place: await ownSecret(context, request) }
  })
  const { namespace, name: cluster } = clusterOf(request)
  const { fingerprint, expirationTimestamp } = request.status ?? {}
  const intent = {
    ...draft,
    targets: [...draft.targets, clusterTarget(namespace, cluster)],
    after: { fingerprint: fingerprint ?? null, validUntil: expirationTimestamp ?? null },
  }
  return handedOut(context, intent, () => readKubeconfig(context, place, fingerprint))
}

/** What `read` gives, once the audit log says so. */
async function handedOut(
  { audit }: Pick<KubeconfigContext, 'audit'>,
  draft: IntentDraft,
  read: () => Promise<Buffer>,
): Promise<Buffer> {
  const intent = await audit.intent(draft)
  const { actor } = draft
  try {
    const config = await read()
    await audit.outcome({ intent, actor, outcome: 'accepted', detail: 'The kubeconfig was handed out.' })
    return config
  } catch (error) {
    const outcome = brokenWrite(error) === 'refused' ? 'refused' : 'failed'
    const detail = error instanceof RefusedError ? error.message : 'It was not handed out.'
    // An entry that stays open is closed as unknown later; nothing was handed out either way.
    await audit.outcome({ intent, actor, outcome, detail }).catch(() => undefined)
    throw error
  }
}
