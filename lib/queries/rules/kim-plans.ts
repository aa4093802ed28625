import type { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import type { PlanSource } from './plan-source.ts'

/**
 * What Kyma's infrastructure manager has noted, joined by the runtime id. By the shoot's name only where there is no id: a name
 * may have been used before.
 */
export function kimPlans(runtimes: RuntimeTable): PlanSource {
  return {
    origin: 'kim',
    get changes() {
      return runtimes.changes
    },
    platformRegions: () => runtimes.platformRegions(),
    of: ({ shoot, claim }) => {
      if (shoot !== null) return shoot.runtimeId === null ? runtimes.ofShoot(shoot.name) : runtimes.of(shoot.runtimeId)
      const cluster = claim?.cluster ?? null
      return cluster === null ? null : (runtimes.of(cluster) ?? runtimes.ofShoot(cluster))
    },
  }
}
