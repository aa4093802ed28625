import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/test/slow-first.ts'
import { testFiles } from './scripts/test/suites.ts'

const FAST = testFiles('unit', 'fast')
const DEEP = testFiles('unit', 'deep')

/** A test that may change the files after it, or be changed by those before: other modules, clocks, globals, memory, the process. */
const NEEDS_ITS_PROCESS = /\bvi\.(?!fn\b|waitFor\b)|\b(globalThis|process|memory|heap\w*)\b/i

/** As patterns: folders of routes have brackets. */
const ALONE = globSync(FAST.include, { exclude: [...configDefaults.exclude, ...FAST.exclude] })
  .filter(file => NEEDS_ITS_PROCESS.test(readFileSync(file, 'utf8')))
  .map(file => file.replace(/[()[\]{}!*?]/g, '\\$&'))

export default defineConfig({
  test: {
    environment: 'node',
    // Vitest leaves one core alone by default.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    // Some check a hundred thousand cases, on machines that are busy.
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'fast, isolated', include: ALONE } },
      // A process for each of these files costs more than the files.
      {
        extends: true,
        test: {
          name: 'fast',
          include: FAST.include,
          exclude: [...configDefaults.exclude, ...FAST.exclude, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'deep', include: DEEP.include, testTimeout: 120_000 } },
    ],
  },
})
