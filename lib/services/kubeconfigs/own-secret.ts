import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { fingerprintOf } from '#lib/operators/api/fingerprint.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'

/** Where the kubeconfig of a request lies, if the Secret is the request's own: a status could name any. Throws RefusedError, GardenError. */
export async function ownSecret(
  { control, namespace }: Pick<KubeconfigContext, 'control' | 'namespace'>,
  { metadata, status }: KubeconfigRequest,
): Promise<{ readonly namespace: string; readonly name: string; readonly key: string }> {
  const reference = status?.kubeconfigSecretRef
  if (reference === undefined) throw new RefusedError(409, 'No kubeconfig has been issued yet.')
  const place = { resource: SECRETS, namespace, name: reference.name }
  const secret = await control.get<KubeObject>(place).catch((error: unknown) => {
    if (isNotFound(error)) throw new RefusedError(409, GONE)
    throw error
  })
  if (!secret.metadata?.ownerReferences?.some(({ uid }) => uid === metadata.uid)) throw new RefusedError(409, FOREIGN)
  return { namespace, ...reference }
}

/** The kubeconfig in it, as the status tells it. Throws RefusedError, GardenError. */
export async function readKubeconfig(
  { secrets }: Pick<KubeconfigContext, 'secrets'>,
  { key, ...place }: Awaited<ReturnType<typeof ownSecret>>,
  fingerprint: string | undefined,
): Promise<Buffer> {
  const { [key]: config } = await secrets.read(place).catch((error: unknown) => {
    if (isNotFound(error)) throw new RefusedError(409, GONE)
    throw error
  })
  if (config === undefined || config.length === 0) throw new RefusedError(409, GONE)
  if (fingerprintOf(config.toString('utf8')) !== fingerprint) throw new RefusedError(409, ROTATING)
  return config
}

const GONE = 'The Secret with the kubeconfig is gone. The operator issues another one; try again in a moment.'
const FOREIGN = 'The Secret that the status names belongs to somebody else. It is not read.'
const ROTATING = 'The kubeconfig is being renewed. Try again in a moment.'
