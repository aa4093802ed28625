import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { POLL_LIMIT } from '../../scripts/test/poll-limit.ts'
import { SlowFirst } from '../../scripts/test/slow-first.ts'
import { testFiles } from '../../scripts/test/suites.ts'
import { findPostgres } from './postgres/find-postgres.ts'

const FAST = testFiles('store', 'fast')
const DEEP = testFiles('store', 'deep')
/** Tests of a server only: its outages, and its use by several processes. */
const SERVER = ['test/store/server/**']
/** Tests of the embedded database only, including the smoke test of the store. */
const EMBEDDED = ['test/store/embedded/**']
const FAST_EMBEDDED = ['test/store/embedded/**/!(*.deep).test.ts']

const onPostgres = { provide: { database: 'postgres' as const } }
const onEmbedded = { provide: { database: 'embedded' as const } }

/** The fast tier uses PostgreSQL, and the deep tier runs the same files on the embedded database. */
const withServer = [
  { ...onPostgres, name: 'fast, postgres', include: FAST.include, exclude: [...FAST.exclude, ...EMBEDDED] },
  { ...onEmbedded, name: 'fast, embedded', include: FAST_EMBEDDED },
  { ...onPostgres, name: 'deep, postgres', include: DEEP.include, exclude: EMBEDDED },
  {
    ...onEmbedded,
    name: 'deep, embedded',
    include: [...FAST.include, ...DEEP.include],
    exclude: [...SERVER, ...FAST_EMBEDDED],
  },
]
/** Without a server, the fast tier uses the embedded database, too. */
const withoutServer = [
  { ...onEmbedded, name: 'fast, embedded', include: FAST.include, exclude: [...FAST.exclude, ...SERVER] },
  { ...onEmbedded, name: 'deep, embedded', include: DEEP.include, exclude: SERVER },
]

export default defineConfig({
  test: {
    expect: POLL_LIMIT,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A sixth of the time the tests wait.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A process for each file would take longer than the file. No file leaves state in modules.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    projects: (findPostgres() === null ? withoutServer : withServer).map(test => ({ extends: true as const, test })),
  },
})
