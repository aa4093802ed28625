import type { Interner } from '#lib/garden/inventory/interner.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'

/** What is kept of a Runtime or GardenerCluster, out of its labels alone (KIM). */
export interface RuntimeFacts {
  readonly runtimeId: string
  readonly shootName: string | null
  /** One copy serves all that tell the same. */
  readonly told: PlanFacts
}

const LABEL = 'kyma-project.io/'

/** The projection of both kinds; null for an object without a name, which the runtime id is too. */
export function runtimeProjection(interner: Interner): (object: KubeObject) => RuntimeFacts | null {
  return ({ metadata = {} }) => {
    const { name, labels = {} } = metadata
    const runtimeId = labels[`${LABEL}runtime-id`] || name
    if (!runtimeId) return null
    const plan = labels[`${LABEL}broker-plan-name`] || null
    const platformRegion = labels[`${LABEL}platform-region`] || null
    return {
      runtimeId,
      shootName: labels[`${LABEL}shoot-name`] || null,
      told: interner.value(`told ${plan} ${platformRegion}`, () => ({ plan, platformRegion })),
    }
  }
}
