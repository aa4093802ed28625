import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { divideByIsolation } from '../../scripts/test/isolation.ts'
import { POLL_LIMIT } from '../../scripts/test/poll-limit.ts'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'
import { findPostgres } from '../store/postgres/find-postgres.ts'

const FAST = testFiles('claims', 'fast')
const DEEP = testFiles('claims', 'deep')
/** Tests of a ledger: the one in memory, and the one on each database. */
const LEDGER = ['test/claims/ledger/!(*.deep).test.ts']
/** Tests of schedules, on the ledger in memory. */
const MEMORY = ['test/claims/memory/!(*.deep).test.ts']

const hasServer = findPostgres() !== null
const inMemory = { tier: 'fast' as const }
const onDatabase = { ...inMemory, database: hasServer ? ('postgres' as const) : ('embedded' as const) }
const fast = divideByIsolation({ include: FAST.include, exclude: [...FAST.exclude, ...MEMORY] })

export default defineConfig({
  test: {
    expect: POLL_LIMIT,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A third of the time the tests wait for controllers and watches.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Starting a process for each file takes longer than most files.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    setupFiles: ['test/claims/setup.ts'],
    projects: [
      { name: 'fast, memory', provide: inMemory, include: [...LEDGER, ...MEMORY] },
      { name: 'fast', provide: onDatabase, include: fast.shared },
      { name: 'fast, isolated', provide: onDatabase, include: fast.isolated, isolate: true },
      // Its files compare all writes of a process with the expected ones.
      { name: 'deep', provide: { ...onDatabase, tier: 'deep' as const }, include: DEEP.include, isolate: true },
      ...(hasServer
        ? [{ name: 'deep, embedded', provide: { ...inMemory, database: 'embedded' as const }, include: LEDGER }]
        : []),
    ].map(test => ({ extends: true as const, test })),
  },
})
