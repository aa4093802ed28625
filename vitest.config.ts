import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/test/slow-first.ts'
import { type Tier, testFiles } from './scripts/test/suites.ts'

/** These replace modules, which the files of one process share, or change its working directory. */
const NEEDS_ISOLATION = /\bvi\.(?:mock|doMock|hoisted|resetModules)\(|\bprocess\.chdir\(/

/** Time that stands still or jumps in these would reach what servers of other files have left to do. */
const CHANGES_TIME = /\bvi\.useFakeTimers\(/

const NO_FILES = { isolated: [] as string[], timed: [] as string[], others: [] as string[] }

/** The files of a tier by what they may share, as patterns: folders of routes have brackets. */
function divide({ include, exclude }: ReturnType<typeof testFiles>): typeof NO_FILES {
  const files = structuredClone(NO_FILES)
  for (const file of globSync(include, { exclude: [...configDefaults.exclude, ...exclude] })) {
    const text = readFileSync(file, 'utf8')
    const kind = NEEDS_ISOLATION.test(text) ? 'isolated' : CHANGES_TIME.test(text) ? 'timed' : 'others'
    files[kind].push(file.replace(/[()[\]{}!*?]/g, '\\$&'))
  }
  return files
}

function projects(tier: Tier, testTimeout: number) {
  const { isolated, timed, others } = divide(testFiles('unit', tier))
  const common = { testTimeout, hookTimeout: testTimeout, provide: { tier } }
  const shared = { ...common, isolate: false, unstubGlobals: true }
  return [
    { extends: true as const, test: { name: `${tier}, isolated`, include: isolated, ...common } },
    { extends: true as const, test: { name: `${tier}, timed`, include: timed, ...shared } },
    { extends: true as const, test: { name: tier, include: others, ...shared } },
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
