import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'
import { findPostgres } from '../store/postgres/find-postgres.ts'

const FAST = testFiles('claims', 'fast')
const DEEP = testFiles('claims', 'deep')
/** Tests of a ledger run on each of the three. */
const LEDGER = ['test/claims/ledger/!(*.deep).test.ts']
/** Tests of schedules, on the ledger in memory. */
const MEMORY = ['test/claims/memory/!(*.deep).test.ts']

const inMemory = { provide: { tier: 'fast' as const } }
const onEmbedded = { provide: { ...inMemory.provide, database: 'embedded' as const } }
const onPostgres = { provide: { ...inMemory.provide, database: 'postgres' as const } }

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest leaves one core alone by default.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      { ...inMemory, name: 'fast, memory', include: [...LEDGER, ...MEMORY] },
      { ...onEmbedded, name: 'fast, embedded', include: FAST.include, exclude: [...FAST.exclude, ...MEMORY] },
      ...(findPostgres() === null ? [] : [{ ...onPostgres, name: 'fast, postgres', include: LEDGER }]),
      { provide: { ...onEmbedded.provide, tier: 'deep' as const }, name: 'deep', include: DEEP.include },
    ].map(test => ({ extends: true as const, test })),
  },
})
