import { defineConfig } from 'vitest/config'

const LEDGER = 'test/claims/*.ledger.ts'
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }

/** What a ledger does is tested on all three; the service on the embedded database and garden, and by schedules in memory. */
export default defineConfig({
  test: {
    // By itself it leaves one core alone.
    maxWorkers: '100%',
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      {
        test: { ...patience, name: 'memory', include: [LEDGER, 'test/claims/*.memory.ts'] },
      },
      {
        extends: true,
        test: {
          ...patience,
          name: 'embedded',
          include: [LEDGER, 'test/claims/*.claims.ts'],
          provide: { database: 'embedded' },
        },
      },
      {
        extends: true,
        test: {
          ...patience,
          name: 'postgres',
          include: [LEDGER],
          provide: { database: 'postgres' },
        },
      },
    ],
  },
})
