import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { divideByIsolation } from '../../scripts/test/isolation.ts'
import { POLL_LIMIT } from '../../scripts/test/poll-limit.ts'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'
import { findPostgres } from '../store/postgres/find-postgres.ts'

const database = findPostgres() === null ? ('embedded' as const) : ('postgres' as const)
const fast = divideByIsolation(testFiles('operators', 'fast'))

/** Operators on the embedded garden and a database. */
export default defineConfig({
  test: {
    expect: POLL_LIMIT,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A third of the time the tests wait for controllers and watches.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    setupFiles: ['test/claims/setup.ts'],
    projects: [
      // Starting a process for each file takes longer than most files.
      { name: 'fast', provide: { database, tier: 'fast' as const }, include: fast.shared, isolate: false },
      { name: 'fast, isolated', provide: { database, tier: 'fast' as const }, include: fast.isolated },
      // Its files compare all writes of a process with the expected ones.
      { name: 'deep', provide: { database, tier: 'deep' as const }, ...testFiles('operators', 'deep') },
    ].map(test => ({ extends: true as const, test })),
  },
})
