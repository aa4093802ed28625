import { defineConfig } from 'vitest/config'

const LEDGER = 'test/claims/*.ledger.ts'
const patience = { testTimeout: 60_000, hookTimeout: 120_000 }
const databases = ['test/store/global-setup.ts']

/** What a ledger does is tested on all three; the service on the embedded database and garden, and by schedules in memory. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { ...patience, name: 'memory', include: [LEDGER, 'test/claims/*.memory.ts'] },
      },
      {
        test: {
          ...patience,
          name: 'embedded',
          include: [LEDGER, 'test/claims/*.claims.ts'],
          globalSetup: databases,
          provide: { database: 'embedded' },
        },
      },
      {
        test: {
          ...patience,
          name: 'postgres',
          include: [LEDGER],
          globalSetup: databases,
          provide: { database: 'postgres' },
        },
      },
    ],
  },
})
