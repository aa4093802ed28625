import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/test/slow-first.ts'

const ALL = [
  'lib/**/*.test.ts',
  'bin/**/*.test.ts',
  'app/**/*.test.ts?(x)',
  'components/**/*.test.ts?(x)',
  'scripts/**/*.test.ts',
  'test/unit/**/*.test.ts',
]

/** Words of a test that may change the files after it, or hear of those before: other modules, clocks, globals, memory, the process. */
const NEEDS_ITS_PROCESS = /\bvi\.(?!fn\b|waitFor\b)|\b(globalThis|process|memory|heap\w*)\b/i

/** As patterns: folders of routes have brackets. */
const ALONE = globSync(ALL, { exclude: configDefaults.exclude })
  .filter(file => NEEDS_ITS_PROCESS.test(readFileSync(file, 'utf8')))
  .map(file => file.replace(/[()[\]{}!*?]/g, '\\$&'))

export default defineConfig({
  test: {
    environment: 'node',
    // By itself it leaves one core alone.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    // Some look at a hundred thousand cases, on machines that are busy.
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      // A process for each of these files costs more than the files.
      {
        extends: true,
        test: { name: 'together', include: ALL, exclude: [...configDefaults.exclude, ...ALONE], isolate: false },
      },
    ],
  },
})
