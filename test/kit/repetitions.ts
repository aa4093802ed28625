import { inject } from 'vitest'
import type { Tier } from '../../scripts/test/suites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tier that runs; see `provide` of the configs. */
    readonly tier: Tier
  }
}

/** Number of repetitions of a property in the current tier. Both tiers run files `*.property.test.ts`. */
export function repetitions(counts: Readonly<Record<Tier, number>>): number {
  return counts[inject('tier')]
}
