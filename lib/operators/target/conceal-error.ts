import { GardenError } from '#lib/garden/client/garden-error.ts'

/** The only message about a server that gave no answer of a Kubernetes API. */
const BECAUSE =
  'its server cannot be reached, or does not answer as a Kubernetes API. Check server and certificate-authority in the kubeconfig; the log of the operators names the cause.'

/**
 * Replaces the error of a request to an imported cluster unless a Kubernetes API gave it. Authors of
 * Clusters choose the address, and read conditions and events: the cause would tell them which ports
 * are open inside the network of the operators, and what answers there. Every remaining kind has the
 * same reason in conditions. Status, Retry-After and certainty stay; the cause is for the log.
 */
export function concealError(error: GardenError): GardenError {
  if (isUnusable(error) || isKubernetesAnswer(error)) return error
  const { kind, isTransient, status, retryAfterMs, certainty } = error
  return new GardenError(
    {
      // A conflict would retry without a word, and a refusal has another reason in conditions.
      kind: isTransient && kind !== 'conflict' ? kind : 'unreachable',
      doing: 'use the imported cluster',
      because: BECAUSE,
      outcomeUnknown: certainty === 'unknown',
      ...(status !== null && { status }),
      ...(retryAfterMs !== null && { retryAfterMs }),
    },
    { cause: error },
  )
}

/** Whether a kubeconfig is unusable; the first request reveals one of an own cluster. */
export function isUnusable({ kind, status }: GardenError): boolean {
  return kind === 'unauthenticated' && status === null
}

/** Without a status the reason is the code of a network error. */
function isKubernetesAnswer({ status, reason }: GardenError): boolean {
  return status !== null && reason !== null
}
