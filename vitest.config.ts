import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { divideByIsolation } from './scripts/test/isolation.ts'
import { POLL_LIMIT } from './scripts/test/poll-limit.ts'
import { SlowFirst } from './scripts/test/slow-first.ts'
import { type Tier, testFiles } from './scripts/test/suites.ts'

function projects(tier: Tier, testTimeout: number) {
  const { isolated, shared } = divideByIsolation(testFiles('unit', tier))
  const common = { testTimeout, hookTimeout: testTimeout, provide: { tier } }
  return [
    { extends: true as const, test: { ...common, name: `${tier}, isolated`, include: isolated } },
    { extends: true as const, test: { ...common, name: tier, include: shared, isolate: false, unstubGlobals: true } },
  ]
}

export default defineConfig({
  test: {
    expect: POLL_LIMIT,
    environment: 'node',
    // A third of the time the tests wait.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: SlowFirst },
    // On machines that are busy.
    projects: [...projects('fast', 60_000), ...projects('deep', 180_000)],
  },
})
