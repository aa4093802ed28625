import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type Checkup, wrong } from './checkup.ts'

/**
 * Says so where a namespace is not there: lists in one that is not are empty, and no API server calls that an error. Of one that may not be
 * looked at nothing is known, and nothing is said.
 */
export async function checkNamespace(
  subject: 'Gardener' | 'control plane',
  client: Pick<GardenClient, 'request'>,
  name: string,
): Promise<readonly Checkup[]> {
  try {
    await client.request({
      doing: `look at the namespace ${name}`,
      permission: null,
      method: 'GET',
      path: `/api/v1/namespaces/${encodeURIComponent(name)}`,
    })
    return []
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (error.kind !== 'not-found') return []
    const variable = subject === 'Gardener' ? 'HAP_NAMESPACE' : 'HAP_KCP_NAMESPACE'
    return [wrong(subject, `There is no namespace ${name}: every list would be empty.`, `Check ${variable}.`)]
  }
}
