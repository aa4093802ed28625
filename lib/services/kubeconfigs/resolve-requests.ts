import { GardenError, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { KUBECONFIG_AUDIT_NAMES } from '#lib/hap/access/kubeconfig-verbs.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { isRevoked, wantsRotation } from '#lib/operators/api/request-facts.ts'
import { mayStillLand, type OutcomeResolver, type ResolvedOutcome } from '#lib/services/audit/resolve-outcomes.ts'
import { resolveCreation, resolveDeletion } from '#lib/services/resources/resolve-resources.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import { requestPath } from './act-on-request.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'

type Request = KubeconfigRequest | null

/** Resolves a record from the current requests; null for one that is deleted. */
type Resolver = (requests: readonly Request[], entry: AuditRecord) => ResolvedOutcome | null

const accepted = (detail: string): ResolvedOutcome => ({ outcome: 'accepted', detail })
const failed = (detail: string): ResolvedOutcome => ({ outcome: 'failed', detail })

const RESOLVERS: Readonly<Record<string, Resolver>> = {
  [KUBECONFIG_AUDIT_NAMES.create]: ([request = null], entry) => resolveCreation(request, entry),
  [KUBECONFIG_AUDIT_NAMES.rotate]: ([request], { at }) =>
    request && (wantsRotation(request) || Date.parse(request.status?.rotatedAt ?? '') >= Date.parse(at))
      ? accepted('The request shows that the rotation was requested.')
      : null,
  [KUBECONFIG_AUDIT_NAMES.revoke]: resolveRevocation,
  [KUBECONFIG_AUDIT_NAMES['revoke-all']]: resolveRevocation,
  [KUBECONFIG_AUDIT_NAMES.delete]: ([request = null], entry) => resolveDeletion(request, entry),
}

/**
 * Resolves records of verbs on KubeconfigRequests from the requests. Whether a file was downloaded
 * cannot be determined later.
 */
export function kubeconfigResolver(
  context: Pick<KubeconfigContext, 'control' | 'namespace' | 'clock'>,
): OutcomeResolver {
  return {
    actions: Object.keys(RESOLVERS),
    isOwn: () => true,
    async resolve(entry) {
      const names = entry.targets.map(parseTarget).flatMap(each => (isRequest(each) ? [each.name] : []))
      if (names.length === 0 || mayStillLand(entry, context.clock.now())) return null
      try {
        const requests = await Promise.all(names.map(name => readNow(context, name)))
        return RESOLVERS[entry.action]?.(requests, entry) ?? null
      } catch (error) {
        // Retried with the next batch.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

function resolveRevocation(requests: readonly Request[]): ResolvedOutcome {
  const revoked = requests.filter(request => request === null || isRevoked(request)).length
  const detail = `Revoked or deleted requests: ${revoked} of ${requests.length}.`
  return revoked === requests.length ? accepted(detail) : failed(detail)
}

function isRequest(target: ReturnType<typeof parseTarget>): target is Extract<typeof target, { kind: 'resource' }> {
  return target.kind === 'resource' && target.of === 'KubeconfigRequest'
}

function readNow(context: Pick<KubeconfigContext, 'control' | 'namespace'>, name: string): Promise<Request> {
  return nullIfNotFound(context.control.get<KubeconfigRequest>(requestPath(context, name)))
}
