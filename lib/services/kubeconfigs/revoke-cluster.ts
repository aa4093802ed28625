import { z } from 'zod'
import { GardenError, isConflict, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import { casWrite } from '#lib/garden/writes/retry-write.ts'
import { clusterTarget, kubeconfigTarget } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf, isRevoked } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { audited, type Done, recorded } from '#lib/services/audit/audited.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { ObjectName } from '#lib/services/resources/order-input.ts'
import { failedWriteOutcome } from '#lib/services/resources/resource-call.ts'
import { requestPath, writeRevocation } from './act-on-request.ts'
import { authorised, type KubeconfigCall, type KubeconfigContext } from './kubeconfig-context.ts'

export const RevocationInput = ReasonInput.extend({
  cluster: z.strictObject({ namespace: ObjectName, name: ObjectName }),
  /** Names of the requests that the user saw and revokes. */
  seen: z.array(ObjectName).min(1).max(10_000),
  /** The name of the cluster, typed to confirm. */
  confirmed: z.string(),
})

/** The result for each request. */
export interface ClusterRevocation {
  readonly revoked: readonly string[]
  readonly failed: readonly { readonly name: string; readonly why: string }[]
}

const MAX_ATTEMPTS = 5

/**
 * Revokes all kubeconfigs of a cluster that are not revoked yet, if they are those that the user
 * saw. A failure does not stop the others. Throws RefusedError, AuditError, GardenError.
 */
export async function revokeCluster(context: KubeconfigContext, call: KubeconfigCall): Promise<ClusterRevocation> {
  const { order, draft } = await authorised(context, { verb: 'revoke-all', call, targets: [] }, () =>
    parseInput(RevocationInput, call.input),
  )
  const { cluster, confirmed } = order
  const ofCluster = { ...draft, targets: [clusterTarget(cluster.namespace, cluster.name)] }
  const requests = await recorded(context, ofCluster, async () => {
    if (confirmed !== cluster.name) throw new RefusedError(400, `Type ${cluster.name} to confirm.`)
    return requireSeen(await unrevokedOf(context, cluster), order.seen)
  })
  for (const request of requests) await writeRevocation(context, request, true).catch(ignoreConflict)
  const targets = [
    ...ofCluster.targets,
    ...requests.map(({ metadata }) => kubeconfigTarget(context.namespace, metadata.name)),
  ]
  const intent = { ...ofCluster, targets, after: { revoke: 'true', requests: requests.length } }
  return audited(context.audit, intent, () => revokeEach(context, requests), failedWriteOutcome)
}

/** Reads the requests of a cluster that are not revoked. */
async function unrevokedOf(
  { control, namespace }: KubeconfigContext,
  cluster: ObjectKey,
): Promise<KubeconfigRequest[]> {
  const requests: KubeconfigRequest[] = []
  let next: string | null = null
  do {
    const page: PageEnd = await control.page<KubeconfigRequest>(
      { resource: KUBECONFIG_REQUESTS, namespace },
      { limit: PAGE, ...(next !== null && { continue: next }) },
      request => {
        const { namespace, name } = clusterOf(request)
        if (namespace === cluster.namespace && name === cluster.name && !isRevoked(request)) requests.push(request)
      },
    )
    next = page.continue || null
  } while (next !== null)
  return requests
}

/** A request may exceed one megabyte (etcd), and the client limits the size of a response. */
const PAGE = 100

/** The user confirms a number of requests: new ones must not be revoked with them. */
function requireSeen(requests: readonly KubeconfigRequest[], seen: readonly string[]): readonly KubeconfigRequest[] {
  if (requests.length === 0) throw new RefusedError(409, 'This cluster has no kubeconfig to revoke.')
  const known = new Set(seen)
  const more = requests.filter(({ metadata }) => !known.has(metadata.name)).length
  if (more > 0) {
    const words = more === 1 ? '1 request was added' : `${more} requests were added`
    throw new RefusedError(409, `${words} since the list was read. Nothing was written. Read it again.`)
  }
  return requests
}

async function revokeEach(
  context: KubeconfigContext,
  requests: readonly KubeconfigRequest[],
): Promise<Done<ClusterRevocation>> {
  const revoked: string[] = []
  const failed: { name: string; why: string }[] = []
  let mayLand = false
  for (const request of requests) {
    const { name } = request.metadata
    try {
      await revokeOne(context, request)
      revoked.push(name)
    } catch (error) {
      if (!(error instanceof GardenError)) throw error
      mayLand ||= error.certainty === 'unknown'
      failed.push({ name, why: error.message })
    }
  }
  const detail = `${revoked.length} of ${requests.length} are being revoked.`
  if (failed.length === 0) return { outcome: 'accepted', detail, result: { revoked, failed } }
  const open = `${detail} Not ${failed.map(({ name, why }) => `${name}: ${why}`).join(' ')}`
  const outcome = mayLand ? 'unknown' : 'failed'
  return { outcome, detail: open.slice(0, MAX_DETAIL), result: { revoked, failed } }
}

const MAX_DETAIL = 1_000

/**
 * Writes even if the spec has changed, as all access to the cluster is revoked. A deleted request
 * needs no revocation.
 */
async function revokeOne(context: KubeconfigContext, first: KubeconfigRequest): Promise<void> {
  const write = (request: KubeconfigRequest) => writeRevocation(context, request, false)
  const decide = async () => {
    const request = await context.control.get<KubeconfigRequest>(requestPath(context, first.metadata.name))
    return request.metadata.uid !== first.metadata.uid || isRevoked(request) ? null : request
  }
  try {
    await casWrite({ seen: first, write, decide, maxAttempts: MAX_ATTEMPTS })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

function ignoreConflict(error: unknown): void {
  if (!isConflict(error) && !isNotFound(error)) throw error
}
