import { isConflict } from '#lib/garden/client/garden-error.ts'
import { casWrite } from '#lib/garden/writes/cas-write.ts'
import { clusterTarget, kubeconfigTarget, verbObstacle } from '#lib/hap/access/kubeconfig-verbs.ts'
import { clusterOf } from '#lib/operators/api/asked-for.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { requestFacts } from '#lib/operators/api/request-facts.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { brokenWrite } from '#lib/services/resources/broken-write.ts'
import { recordGrant } from '#lib/services/resources/record-grant.ts'
import { parsed, SeenInput } from '#lib/services/resources/said-input.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { authorised } from './authorised.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { readSeen } from './read-request.ts'

/** One thing that is done to one request. */
interface OneWrite {
  readonly verb: 'rotate' | 'revoke' | 'delete'
  /** As the audit log tells it. */
  change(request: KubeconfigRequest): { readonly before: JsonValue; readonly after: JsonValue }
  /** Under the request's resourceVersion. Throws GardenError. */
  write(request: KubeconfigRequest, dryRun: boolean): Promise<unknown>
  /** What is to come, a sentence. */
  readonly detail: string
}

/** The operator writes its status at any time, which is no reason to refuse anything. */
const MAX_ATTEMPTS = 5

/**
 * Does one thing to the request that somebody saw: role, input, a recent sign-in where it makes a credential, the request as it is now, a dry run, then the write, with intent
 * and outcome in the audit log. Throws RefusedError, AuditError, GardenError.
 */
export async function actOnRequest(
  context: KubeconfigContext,
  { call, name }: { readonly call: KubeconfigCall; readonly name: string },
  { verb, change, write, detail }: OneWrite,
): Promise<void> {
  const target = kubeconfigTarget(context.namespace, name)
  const { order, draft } = await authorised(context, { verb, call, targets: [target] }, () =>
    parsed(SeenInput, call.input),
  )
  // The others take access away.
  const grants = verb === 'rotate'
  if (grants) await recorded(context, draft, () => context.grants.require(call))
  const look = async () => {
    const request = await readSeen(context, name, order.seen)
    const obstacle = verbObstacle(verb, requestFacts(request, context.clock.now()))
    if (obstacle !== null) throw new RefusedError(409, obstacle)
    return request
  }
  const request = await recorded(context, draft, look)
  await write(request, true).catch(unlessMoved)
  const { namespace, name: cluster } = clusterOf(request)
  const intent = { ...draft, targets: [target, clusterTarget(namespace, cluster)], ...change(request) }
  const act = async () => {
    const send = (current: KubeconfigRequest) => write(current, false)
    try {
      await casWrite({ seen: request, write: send, decide: look, maxAttempts: MAX_ATTEMPTS })
    } catch (error) {
      unlessMoved(error)
      throw new RefusedError(409, `${name} keeps changing. Nothing was written; try again.`)
    }
    const noted = grants ? await recordGrant(context, call, draft.action) : null
    const said = noted === null ? detail : `${detail} ${noted}`
    return { outcome: 'accepted', detail: said, result: undefined } as const
  }
  await audited(context.audit, intent, act, brokenWrite)
}

/** A conflict says that something else was written meanwhile. */
function unlessMoved(error: unknown): void {
  if (!isConflict(error)) throw error
}
