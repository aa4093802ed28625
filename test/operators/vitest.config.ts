import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../../scripts/test/slow-first.ts'

const patience = { testTimeout: 120_000, hookTimeout: 180_000 }

/** Operators on the embedded garden and the embedded database. */
export default defineConfig({
  test: {
    // By itself it leaves one core alone.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      {
        test: {
          ...patience,
          name: 'operators',
          include: ['test/operators/*.operators.ts'],
          provide: { database: 'embedded' },
        },
      },
    ],
  },
})
