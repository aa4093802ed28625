import { onTestFinished } from 'vitest'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import type { World } from './claim-world.ts'
import { testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

/** A process that stops at a crash point. */
export async function startCrashingService(
  { garden, namespace, store }: World,
  point: string,
): Promise<{ readonly service: ClaimService; ended(): Promise<void> }> {
  let isReached = false
  const never = new Promise<void>(() => {})
  const reached = async (here: CrashPoint) => {
    if (here !== point) return
    isReached = true
    await never
  }
  const { service, stop } = await serviceOn({
    access: accessBy(garden.kubeconfig('admin')),
    namespace,
    store,
    holder: 'dying',
    rules: () => testRules(),
    errors: [],
    change: { reached },
  })
  onTestFinished(stop)
  return { service, ended: () => waitUntil(() => isReached) }
}
