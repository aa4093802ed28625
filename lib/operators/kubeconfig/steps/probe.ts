import { createGardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type Access, KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { kubeconfigFingerprint, parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import { SECRET_KEY } from './record-steps.ts'

/**
 * Answer of the cluster to the revoked kubeconfig; `untried`: the kubeconfig is missing or
 * unusable.
 */
type ProbeResult = 'refused' | 'accepted' | 'untried'

/** Maximum size of an answer, which is irrelevant and not trusted. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Probes the old kubeconfig. Only 401 is a proof, since 403 still authenticates. A server may
 * accept a token for up to 10 s after its end from its cache (Kubernetes). `fingerprint`: of the
 * issued kubeconfig. Throws GardenError for an unreachable cluster.
 */
export async function probeOldToken(run: Run, fingerprint: string | undefined): Promise<ProbeResult> {
  const { context, secretPlace, signal } = run
  const { [SECRET_KEY]: config } = await context.secrets.read(secretPlace, { signal })
  if (config === undefined) return 'untried'
  const text = config.toString('utf8')
  config.fill(0)
  // The refusal of a replaced token proves nothing, and its server may be arbitrary.
  if (kubeconfigFingerprint(text) !== fingerprint) return 'untried'
  const access = usable(text)
  if (access === null) return 'untried'
  const client = createGardenClient({ access, version: `${context.version} (revocation probe)`, maxBytes: MAX_BYTES })
  try {
    const call = { doing: 'try the revoked kubeconfig', permission: null, method: 'GET', path: '/apis' }
    await run.inCluster(() => client.request(call, { signal: run.inside }))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (error.status === 401) return 'refused'
    if (error.status === 403) return 'accepted'
    throw error
  } finally {
    client.close()
  }
}

/**
 * Returns null for an unusable kubeconfig, such as one of an earlier release with looser
 * validation.
 */
function usable(text: string): Access | null {
  try {
    return parseAccess(text, 'the kubeconfig of the request')
  } catch (error) {
    if (error instanceof KubeconfigError) return null
    throw error
  }
}
