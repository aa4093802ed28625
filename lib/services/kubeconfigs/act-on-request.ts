import type { z } from 'zod'
import { isConflict, isNotFound } from '#lib/garden/client/garden-error.ts'
import { casWrite } from '#lib/garden/writes/retry-write.ts'
import { clusterTarget, kubeconfigTarget, kubeconfigVerbRefusal } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf, requestFacts } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { audited, recorded } from '#lib/services/audit/audited.ts'
import { parseInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { requireSeenObject, SeenInput } from '#lib/services/resources/order-input.ts'
import { failedWriteOutcome, recordGrant } from '#lib/services/resources/resource-call.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { specForAudit } from './create-request.ts'
import { authorised, type KubeconfigCall, type KubeconfigContext } from './kubeconfig-context.ts'

/** Resource path of a request. */
export function requestPath({ namespace }: Pick<KubeconfigContext, 'namespace'>, name: string) {
  return { resource: KUBECONFIG_REQUESTS, namespace, name }
}

/**
 * Reads a request and checks that it is the one that the user saw, with the same spec. Throws
 * RefusedError, GardenError.
 */
export async function readSeen(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
  seen: z.output<typeof SeenInput>['seen'],
): Promise<KubeconfigRequest> {
  const request = await readRequest(context, name)
  requireSeenObject(request.metadata, seen, 'Nothing was written.')
  return request
}

async function readRequest(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<KubeconfigRequest> {
  try {
    return await context.control.get<KubeconfigRequest>(requestPath(context, name))
  } catch (error) {
    if (isNotFound(error)) throw new RefusedError(404, `There is no request ${name.slice(0, 253)}.`)
    throw error
  }
}

/** One verb on one request. */
interface OneWrite {
  readonly verb: 'rotate' | 'revoke' | 'delete'
  /** State before and after, for the audit record. */
  change(request: KubeconfigRequest): { readonly before: JsonValue; readonly after: JsonValue }
  /** Writes with the request's resourceVersion. Throws GardenError. */
  write(request: KubeconfigRequest, dryRun: boolean): Promise<unknown>
  /** What the operator will do, as a sentence. */
  readonly detail: string
}

/** The operator may write the status at any time, which must not refuse the verb. */
const MAX_ATTEMPTS = 5

/**
 * Performs a verb on the request that the user saw: authorises, validates, requires a recent
 * sign-in if it issues a credential, reads the request, does a dry run, then writes between two
 * audit records. Throws RefusedError, AuditError, GardenError.
 */
async function actOnRequest(
  context: KubeconfigContext,
  { call, name }: { readonly call: KubeconfigCall; readonly name: string },
  { verb, change, write, detail }: OneWrite,
): Promise<void> {
  const target = kubeconfigTarget(context.namespace, name)
  const { order, draft } = await authorised(context, { verb, call, targets: [target] }, () =>
    parseInput(SeenInput, call.input),
  )
  // The other verbs take access away.
  const grants = verb === 'rotate'
  if (grants) await recorded(context, draft, () => context.grants.require(call))
  const look = async () => {
    const request = await readSeen(context, name, order.seen)
    const obstacle = kubeconfigVerbRefusal(verb, requestFacts(request, context.clock.now()))
    if (obstacle !== null) throw new RefusedError(409, obstacle)
    return request
  }
  const request = await recorded(context, draft, look)
  await write(request, true).catch(ignoreConflict)
  const { namespace, name: cluster } = clusterOf(request)
  const intent = { ...draft, targets: [target, clusterTarget(namespace, cluster)], ...change(request) }
  const act = async () => {
    const send = (current: KubeconfigRequest) => write(current, false)
    try {
      await casWrite({ seen: request, write: send, decide: look, maxAttempts: MAX_ATTEMPTS })
    } catch (error) {
      ignoreConflict(error)
      throw new RefusedError(409, `${name} keeps changing. Nothing was written; try again.`)
    }
    const noted = grants ? await recordGrant(context, call, draft.action) : null
    const fullDetail = noted === null ? detail : `${detail} ${noted}`
    return { outcome: 'accepted', detail: fullDetail, result: undefined } as const
  }
  await audited(context.audit, intent, act, failedWriteOutcome)
}

/** A conflict means that the request changed since it was read. */
function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error
}

/**
 * Requests a new kubeconfig now. The previous one stays valid for a while. Throws RefusedError,
 * AuditError, GardenError.
 */
export function rotateKubeconfig(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'rotate',
      detail: 'A new kubeconfig was requested.',
      change: ({ status }) => ({ before: { fingerprint: status?.fingerprint ?? null }, after: { rotate: 'true' } }),
      write: ({ metadata: { resourceVersion } }, dryRun) =>
        context.control.patch(
          requestPath(context, name),
          { metadata: { annotations: { [ROTATE_ANNOTATION]: 'true' } } },
          { resourceVersion, dryRun },
        ),
    },
  )
}

/**
 * Revokes access for good; the operator then tests the old token until the cluster refuses it.
 * Throws RefusedError, AuditError, GardenError.
 */
export function revokeKubeconfig(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'revoke',
      detail: 'The removal of the access was requested.',
      change: ({ status }) => ({ before: { fingerprint: status?.fingerprint ?? null }, after: { revoke: 'true' } }),
      write: (request, dryRun) => writeRevocation(context, request, dryRun),
    },
  )
}

/** Marks a request as revoked, with its resourceVersion. Throws GardenError. */
export function writeRevocation(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  { metadata: { name, resourceVersion } }: KubeconfigRequest,
  dryRun: boolean,
): Promise<unknown> {
  return context.control.patch(
    requestPath(context, name),
    { metadata: { annotations: { [REVOKE_ANNOTATION]: 'true' } } },
    { resourceVersion, dryRun },
  )
}

/**
 * Deletes a request: the operator revokes its access and deletes the kubeconfig. Throws
 * RefusedError, AuditError, GardenError.
 */
export function deleteRequest(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'delete',
      detail: 'The operator will remove the access before the request is deleted.',
      change: ({ metadata: { uid }, spec }) => ({
        before: { uid, spec: specForAudit(spec) },
        after: { deleted: true },
      }),
      write: ({ metadata: { uid, resourceVersion } }, dryRun) =>
        context.control.delete(requestPath(context, name), { uid, resourceVersion, dryRun }),
    },
  )
}
