import type { z } from 'zod'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { SeenInput } from '#lib/services/resources/said-input.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'

/** Where a request is. */
export function placeOf({ namespace }: Pick<KubeconfigContext, 'namespace'>, name: string) {
  return { resource: KUBECONFIG_REQUESTS, namespace, name }
}

/** The request as the server has it now, if it is the one somebody saw and asks for the same. Throws RefusedError, GardenError. */
export async function readSeen(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
  { uid, generation }: z.output<typeof SeenInput>['seen'],
): Promise<KubeconfigRequest> {
  const request = await readRequest(context, name)
  if (request.metadata.uid !== uid)
    throw new RefusedError(409, `${name} was deleted and created anew since you looked. Nothing was written.`)
  if (request.metadata.generation !== generation)
    throw new RefusedError(409, `What ${name} asks for was changed since you looked. Nothing was written.`)
  return request
}

async function readRequest(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  name: string,
): Promise<KubeconfigRequest> {
  try {
    return await context.control.get<KubeconfigRequest>(placeOf(context, name))
  } catch (error) {
    if (isNotFound(error)) throw new RefusedError(404, `There is no request ${name.slice(0, 253)}.`)
    throw error
  }
}
