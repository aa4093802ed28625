import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type Checkup, wrong } from './checkup.ts'

const FIXES = {
  Gardener: 'Check HAP_NAMESPACE; without it, the namespace of the context in the kubeconfig.',
  'control plane': 'Check HAP_KCP_NAMESPACE.',
} as const

/**
 * Reports a missing namespace, because API servers answer a list in one without an error, as empty.
 * Returns no checkups when the namespace exists or the user may not read it.
 */
export async function checkNamespace(
  subject: keyof typeof FIXES,
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
    return [wrong(subject, `There is no namespace ${name}: every list would be empty.`, FIXES[subject])]
  }
}
