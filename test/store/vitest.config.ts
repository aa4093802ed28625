import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../../scripts/test/slow-first.ts'

const BOTH = 'test/store/*.store.ts'
/** What only a server can do: go away, and be used by several processes. */
const SERVER = 'test/store/*.server.ts'
/** What is only needed where one process has the database. */
const EMBEDDED = 'test/store/*.embedded.ts'

const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

/** Every test of the store runs on both databases. */
export default defineConfig({
  test: {
    // By itself it leaves one core alone.
    maxWorkers: '100%',
    // A process for each file costs more than the files: none leaves anything behind in its modules.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    globalSetup: ['test/store/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: { ...patience, name: 'embedded', include: [BOTH, EMBEDDED], provide: { database: 'embedded' } },
      },
      {
        extends: true,
        test: { ...patience, name: 'postgres', include: [BOTH, SERVER], provide: { database: 'postgres' } },
      },
    ],
  },
})
