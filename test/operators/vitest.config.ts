import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'

/** Operators on the embedded garden and the embedded database. */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Vitest leaves one core alone by default.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    projects: (['fast', 'deep'] as const).map(tier => ({
      extends: true as const,
      test: { name: tier, provide: { database: 'embedded' as const, tier }, ...testFiles('operators', tier) },
    })),
  },
})
