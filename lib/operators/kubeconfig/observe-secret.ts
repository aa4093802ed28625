import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { isControlledBy } from '#lib/operators/framework/owner-references.ts'
import { secretPlaceOf } from './names.ts'
import { readRecord } from './state/issue-record.ts'
import type { ObservedSecret } from './state/observed.ts'

/** The Secret of a request's kubeconfig, and the record in it; never its data. Throws GardenError. */
export async function observeSecret(
  control: Pick<GardenClient, 'get'>,
  request: KubeconfigRequest,
  signal: AbortSignal,
): Promise<ObservedSecret> {
  try {
    const { metadata } = await control.get<KubeObject>(secretPlaceOf(request.metadata), { signal })
    const foreign = !isControlledBy({ metadata: metadata ?? {} }, request)
    const record = foreign ? null : readRecord(metadata?.annotations, request.metadata.uid)
    return { version: metadata?.resourceVersion ?? '', foreign, record }
  } catch (error) {
    if (isNotFound(error)) return { version: null, foreign: false, record: null }
    throw error
  }
}
