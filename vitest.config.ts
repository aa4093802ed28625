import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/test/slow-first.ts'
import { type Tier, testFiles } from './scripts/test/suites.ts'

/**
 * Files of one process share modules and the clock: these replace modules, change the working directory, or move time, which would reach
 * the timers that servers of other files leave behind.
 */
const NEEDS_ISOLATION = /\bvi\.(?:mock|doMock|hoisted|resetModules|useFakeTimers)\(|\bprocess\.chdir\(/

/** The files of a tier by whether they need a process of their own, as patterns: folders of routes have brackets. */
function divide({ include, exclude }: ReturnType<typeof testFiles>): { isolated: string[]; shared: string[] } {
  const files = { isolated: [] as string[], shared: [] as string[] }
  for (const file of globSync(include, { exclude: [...configDefaults.exclude, ...exclude] })) {
    const kind = NEEDS_ISOLATION.test(readFileSync(file, 'utf8')) ? 'isolated' : 'shared'
    files[kind].push(file.replace(/[()[\]{}!*?]/g, '\\$&'))
  }
  return files
}

function projects(tier: Tier, testTimeout: number) {
  const { isolated, shared } = divide(testFiles('unit', tier))
  const common = { testTimeout, hookTimeout: testTimeout, provide: { tier } }
  return [
    { extends: true as const, test: { ...common, name: `${tier}, isolated`, include: isolated } },
    { extends: true as const, test: { ...common, name: tier, include: shared, isolate: false, unstubGlobals: true } },
  ]
}

export default defineConfig({
  test: {
    environment: 'node',
    // Vitest leaves one core alone by default.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    // On machines that are busy.
    projects: [...projects('fast', 60_000), ...projects('deep', 180_000)],
  },
})
