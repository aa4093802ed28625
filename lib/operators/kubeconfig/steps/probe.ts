import { createGardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type Access, KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { kubeconfigFingerprint, parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import { SECRET_KEY } from './record-steps.ts'

/** What the cluster says to the revoked kubeconfig; `untried`: it is no longer there to be tried. */
type ProbeResult = 'refused' | 'accepted' | 'untried'

/** What is answered does not matter, and may be anybody's. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Tries the old kubeconfig. Only 401 is a proof: 403 still means "I know you". A server goes on accepting a token for up to 10 s
 * after its end, out of its cache (Kubernetes). `fingerprint`: of what was issued. Throws GardenError when the cluster cannot be reached.
 */
export async function probeOldToken(run: Run, fingerprint: string | undefined): Promise<ProbeResult> {
  const { context, secretPlace, signal } = run
  const { [SECRET_KEY]: config } = await context.secrets.read(secretPlace, { signal })
  if (config === undefined) return 'untried'
  const text = config.toString('utf8')
  config.fill(0)
  // That another token is refused, which somebody put there, proves nothing; and it may lead anywhere.
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

/** null where nobody can use it: it may be of a time when more was taken for a kubeconfig. */
function usable(text: string): Access | null {
  try {
    return parseAccess(text, 'the kubeconfig of the request')
  } catch (error) {
    if (error instanceof KubeconfigError) return null
    throw error
  }
}
