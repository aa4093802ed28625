import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import { resourcePath, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { TargetPlace } from './find-target.ts'
import { guardedClient } from './guarded-client.ts'
import type { Identity, OwnClusters } from './own-clusters.ts'

/** Administrator access to a cluster. Callers must close it at the end of their run. */
export interface OpenTarget {
  readonly server: string
  /** PEM in base64; null = the system's own authorities. */
  readonly certificateAuthority: string | null
  /** Server name in the certificate, where it differs from the host. */
  readonly serverName?: string
  /**
   * Client with administrator rights. For an imported cluster it sends no request before the
   * comparison with the operators' own clusters.
   */
  readonly client: GardenClient
  /**
   * Only for an imported cluster: why the comparison with the own clusters was impossible, in
   * sentences; null after a comparison and before the first answer.
   */
  unverified?(): string | null
  close(): void
}

/** Dependencies of openTarget. */
export interface TargetOpener {
  readonly garden: GardenClient
  /** Reads Secrets in the cluster of the custom resources. */
  readonly secrets: SecretReader
  readonly ownClusters: Pick<OwnClusters, 'identify' | 'hasIdentified'>
  /** Product version. */
  readonly version: string
  /** Creates the client of a cluster; default: createGardenClient. */
  readonly connect?: (options: ClientOptions) => GardenClient
  /** Receives the error of an imported cluster that its conditions conceal. */
  readonly onConcealed?: (place: TargetPlace, error: GardenError) => void
}

type ClientOptions = Parameters<typeof createGardenClient>[0]

/** Gardener's minimum, since the certificate cannot be revoked. */
const ADMIN_SECONDS = 600

/** Maximum size of an answer, since an imported server is not trusted. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Opens a cluster as administrator. Only the client holds the kubeconfig, in memory (seed 004).
 * Throws GardenError: that of the access, or `unauthenticated` for an unusable kubeconfig.
 */
export async function openTarget(opener: TargetOpener, place: TargetPlace, signal?: AbortSignal): Promise<OpenTarget> {
  const where = place.by === 'shoot' ? `shoot ${place.name}` : `the cluster of Secret ${place.name}`
  const bytes =
    place.by === 'shoot' ? await askGardener(opener, place, signal) : await readSecret(opener, place, signal)
  try {
    const access = parseAccess(bytes.toString('utf8'), 'its kubeconfig')
    const { version, connect = createGardenClient } = opener
    const client = connect({ access, version: `${version} (kubeconfig operator)`, maxBytes: MAX_BYTES })
    const { server, certificateAuthority, serverName } = access
    const target = { server, certificateAuthority, ...(serverName && { serverName }), close: () => client.close() }
    if (place.by === 'shoot') return { ...target, client }
    let identity: Identity | null = null
    const admitted = async () => {
      const candidate = { client, ...(serverName && { serverName }) }
      identity = await opener.ownClusters.identify(candidate, accessKey(place))
    }
    const unverified = () => (identity?.state === 'unverified' ? identity.because : null)
    return { ...target, client: guardedClient(client, admitted), unverified }
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    throw new GardenError({ kind: 'unauthenticated', doing: `open ${where}`, because: error.message })
  } finally {
    bytes.fill(0)
  }
}

/**
 * Whether this process has compared an imported cluster with the own clusters; always true for a
 * shoot.
 */
export function isIdentified({ ownClusters }: Pick<TargetOpener, 'ownClusters'>, place: TargetPlace): boolean {
  return place.by === 'shoot' || ownClusters.hasIdentified(accessKey(place))
}

/** Identity of the access; changes with the kubeconfig. */
function accessKey(place: TargetPlace): string {
  return JSON.stringify(place)
}

type Place<By extends TargetPlace['by']> = Extract<TargetPlace, { by: By }>

async function askGardener({ garden }: TargetOpener, place: Place<'shoot'>, signal?: AbortSignal): Promise<Buffer> {
  const { namespace, name } = place
  const subresource = 'adminkubeconfig'
  const doing = `get an administrator's kubeconfig of shoot ${name} in ${namespace}`
  const { status } = await garden.request<{ status?: { kubeconfig?: string } }>(
    {
      doing,
      permission: { verb: 'create', resource: `shoots/${subresource}`, group: SHOOTS.group, namespace },
      method: 'POST',
      path: resourcePath({ resource: SHOOTS, namespace, name, subresource }),
      contentType: 'application/json',
      body: JSON.stringify({
        apiVersion: 'authentication.gardener.cloud/v1alpha1',
        kind: 'AdminKubeconfigRequest',
        spec: { expirationSeconds: ADMIN_SECONDS },
      }),
    },
    signal === undefined ? {} : { signal },
  )
  if (!status?.kubeconfig) throw new GardenError({ kind: 'unexpected', doing, because: 'the answer holds none.' })
  return Buffer.from(status.kubeconfig, 'base64')
}

async function readSecret({ secrets }: TargetOpener, place: Place<'secret'>, signal?: AbortSignal): Promise<Buffer> {
  const { [place.key]: wanted, ...others } = await secrets.read(place, {
    version: place.version,
    ...(signal && { signal }),
  })
  for (const other of Object.values(others)) other.fill(0)
  if (wanted !== undefined) return wanted
  const doing = `read the kubeconfig in Secret ${place.name} in ${place.namespace}`
  throw new GardenError({ kind: 'not-found', doing, because: `it has no key ${JSON.stringify(place.key)}.` })
}
