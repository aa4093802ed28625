import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import { KUBECONFIG_ENTRIES } from '#lib/hap/access/kubeconfig-verbs.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { isRevoked, wantsRotation } from '#lib/operators/api/asked-for.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { placeOf } from './read-request.ts'

/** A server gives up on a request after this long at the latest, so that what has not landed by then never will. */
const IN_FLIGHT_MS = 120_000

/** What the requests of an entry tell now; null for one that is gone. `at`: when the entry began, in milliseconds since 1970. */
type Look = (requests: readonly (KubeconfigRequest | null)[], at: number) => Found | null

const accepted = (detail: string): Found => ({ outcome: 'accepted', detail })
const failed = (detail: string): Found => ({ outcome: 'failed', detail })

const LOOKS: Readonly<Record<string, Look>> = {
  [KUBECONFIG_ENTRIES.create]: ([request], at) =>
    request && madeSince(request, at) ? accepted('The request is there.') : null,
  [KUBECONFIG_ENTRIES.rotate]: ([request], at) =>
    request && (wantsRotation(request) || Date.parse(request.status?.rotatedAt ?? '') >= at)
      ? accepted('The request shows that it was asked for.')
      : null,
  [KUBECONFIG_ENTRIES.revoke]: lookAtRevocation,
  [KUBECONFIG_ENTRIES['revoke-all']]: lookAtRevocation,
  [KUBECONFIG_ENTRIES.delete]: ([request], at) =>
    !request || request.metadata.deletionTimestamp !== undefined || madeSince(request, at)
      ? accepted('The request is gone, or going.')
      : failed('The request is still there.'),
}

/** What people do to requests of kubeconfigs, as far as these show it; whether a file was handed out nobody can tell later. */
export function kubeconfigLooker(context: Pick<KubeconfigContext, 'control' | 'namespace' | 'clock'>): Looker {
  return {
    actions: Object.keys(LOOKS),
    isOwn: () => true,
    async look({ action, at, targets }) {
      const since = Date.parse(at)
      const names = targets.map(parseTarget).flatMap(each => (isRequest(each) ? [each.name] : []))
      if (names.length === 0 || context.clock.now() - since < IN_FLIGHT_MS) return null
      try {
        const requests = await Promise.all(names.map(name => readNow(context, name)))
        return LOOKS[action]?.(requests, since) ?? null
      } catch (error) {
        // It is looked again.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

function lookAtRevocation(requests: readonly (KubeconfigRequest | null)[]): Found {
  const revoked = requests.filter(request => request === null || isRevoked(request)).length
  const detail = `Requests that are revoked or gone: ${revoked} of ${requests.length}.`
  return revoked === requests.length ? accepted(detail) : failed(detail)
}

function isRequest(target: ReturnType<typeof parseTarget>): target is Extract<typeof target, { kind: 'resource' }> {
  return target.kind === 'resource' && target.of === 'KubeconfigRequest'
}

/** Its time has whole seconds. */
function madeSince({ metadata }: KubeconfigRequest, at: number): boolean {
  return Date.parse(metadata.creationTimestamp) >= Math.floor(at / 1_000) * 1_000
}

async function readNow(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<KubeconfigRequest | null> {
  try {
    return await context.control.get<KubeconfigRequest>(placeOf(context, name))
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
