import { defineConfig } from 'vitest/config'
import { testFiles } from '../../scripts/test/suites.ts'
import { findPostgres } from '../store/postgres/find-postgres.ts'

const FAST = testFiles('claims', 'fast')
const DEEP = testFiles('claims', 'deep')
/** Tests of a ledger run on each of the three. */
const LEDGER = ['test/claims/ledger/!(*.deep).test.ts']
/** Tests of schedules, on the ledger in memory. */
const MEMORY = ['test/claims/memory/!(*.deep).test.ts']

const onEmbedded = { provide: { database: 'embedded' as const } }
const onPostgres = { provide: { database: 'postgres' as const } }

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest leaves one core alone by default.
    maxWorkers: '100%',
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      { name: 'fast, memory', include: [...LEDGER, ...MEMORY] },
      { ...onEmbedded, name: 'fast, embedded', include: FAST.include, exclude: [...FAST.exclude, ...MEMORY] },
      ...(findPostgres() === null ? [] : [{ ...onPostgres, name: 'fast, postgres', include: LEDGER }]),
      { ...onEmbedded, name: 'deep', include: DEEP.include },
    ].map(test => ({ extends: true as const, test })),
  },
})
