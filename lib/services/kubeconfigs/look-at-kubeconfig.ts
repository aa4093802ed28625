import { GardenError } from '#lib/garden/client/garden-error.ts'
import { orNull } from '#lib/garden/client/or-null.ts'
import { KUBECONFIG_ENTRIES } from '#lib/hap/access/kubeconfig-verbs.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { isRevoked, wantsRotation } from '#lib/operators/api/asked-for.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { mayStillLand } from '#lib/services/audit/in-flight.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import { findGone, findMade } from '#lib/services/resources/look-at-object.ts'
import type { AuditRecord } from '#lib/store/audit/list.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { placeOf } from './read-request.ts'

type Request = KubeconfigRequest | null

/** What the requests of an entry tell now; null for one that is gone. */
type Look = (requests: readonly Request[], entry: AuditRecord) => Found | null

const accepted = (detail: string): Found => ({ outcome: 'accepted', detail })
const failed = (detail: string): Found => ({ outcome: 'failed', detail })

const LOOKS: Readonly<Record<string, Look>> = {
  [KUBECONFIG_ENTRIES.create]: ([request = null], entry) => findMade(request, entry),
  [KUBECONFIG_ENTRIES.rotate]: ([request], { at }) =>
    request && (wantsRotation(request) || Date.parse(request.status?.rotatedAt ?? '') >= Date.parse(at))
      ? accepted('The request shows that it was asked for.')
      : null,
  [KUBECONFIG_ENTRIES.revoke]: lookAtRevocation,
  [KUBECONFIG_ENTRIES['revoke-all']]: lookAtRevocation,
  [KUBECONFIG_ENTRIES.delete]: ([request = null], entry) => findGone(request, entry),
}

/** What people do to requests of kubeconfigs, as far as these show it; whether a file was handed out nobody can tell later. */
export function kubeconfigLooker(context: Pick<KubeconfigContext, 'control' | 'namespace' | 'clock'>): Looker {
  return {
    actions: Object.keys(LOOKS),
    isOwn: () => true,
    async look(entry) {
      const names = entry.targets.map(parseTarget).flatMap(each => (isRequest(each) ? [each.name] : []))
      if (names.length === 0 || mayStillLand(entry, context.clock.now())) return null
      try {
        const requests = await Promise.all(names.map(name => readNow(context, name)))
        return LOOKS[entry.action]?.(requests, entry) ?? null
      } catch (error) {
        // It is looked again.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

function lookAtRevocation(requests: readonly Request[]): Found {
  const revoked = requests.filter(request => request === null || isRevoked(request)).length
  const detail = `Requests that are revoked or gone: ${revoked} of ${requests.length}.`
  return revoked === requests.length ? accepted(detail) : failed(detail)
}

function isRequest(target: ReturnType<typeof parseTarget>): target is Extract<typeof target, { kind: 'resource' }> {
  return target.kind === 'resource' && target.of === 'KubeconfigRequest'
}

function readNow(context: Pick<KubeconfigContext, 'control' | 'namespace'>, name: string): Promise<Request> {
  return orNull(context.control.get<KubeconfigRequest>(placeOf(context, name)))
}
