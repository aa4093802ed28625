import { inject } from 'vitest'
import type { Tier } from '../../scripts/test/suites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tier that runs; see `provide` of the configs. */
    readonly tier: Tier
  }
}

/** How often a file `*.property.test.ts`, which both tiers run, repeats a property in each of them. */
export function repetitions(counts: Readonly<Record<Tier, number>>): number {
  return counts[inject('tier')]
}
