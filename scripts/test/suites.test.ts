import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveTestFile } from './suites.ts'
import { filesOf, projectFiles } from './test-files.ts'
import { TIERS } from './tiers.ts'

const files = projectFiles()
/** A test at the top level of a file that imports a test runner or the fixtures of the browser tests. */
const HAS_TESTS = /^(?:test|it|describe)(?:\.\w+)*\(/m
const ENDS_AS_TEST = /\.(?:test\.tsx?|e2e\.ts)$/

test.each([
  ['packages/embedded-garden/src/process.deep.test.ts', { suite: 'unit', tiers: ['deep'] }],
  ['lib/hap/plans/plan.test.ts', { suite: 'unit', tiers: ['fast'] }],
  ['lib/hap/plans/plan.property.test.ts', { suite: 'unit', tiers: ['fast', 'deep'] }],
  ['components/ui/table.deep.test.tsx', { suite: 'unit', tiers: ['deep'] }],
  ['components/ui/table.browser.test.tsx', { suite: 'components', tiers: ['fast'] }],
  ['lib/hap/plan.browser.test.tsx', null],
  ['test/store/embedded/lock.test.ts', { suite: 'store', tiers: ['fast'] }],
  ['test/store/server/outage.deep.test.ts', { suite: 'store', tiers: ['deep'] }],
  ['test/cluster/chart.deep.test.ts', { suite: 'cluster', tiers: ['deep'] }],
  ['e2e/console/pools.e2e.ts', { suite: 'e2e', tiers: ['fast'] }],
  ['e2e/console/image.deep.e2e.ts', { suite: 'e2e', tiers: ['deep'] }],
  ['bench/engine.test.ts', null],
  ['test/claims/claim-world.ts', null],
  ['e2e/console/pools.test.ts', null],
])('%s belongs to %j', (file, expected) => {
  expect(resolveTestFile(file)).toEqual(expected)
})

test('every file with tests belongs to a tier', () => {
  const tests = files.filter(
    file => /\.tsx?$/.test(file) && (ENDS_AS_TEST.test(file) || HAS_TESTS.test(readFileSync(file, 'utf8'))),
  )
  expect(tests.filter(file => resolveTestFile(file) === null)).toEqual([])
})

test('a step of its tier runs every test file', () => {
  const run = (tier: 'test' | 'deep') => new Set(TIERS[tier].flatMap(step => filesOf(step, files)))
  const [fast, deep] = [run('test'), run('deep')]
  const missing = files.filter(file => {
    const found = resolveTestFile(file)
    return found?.tiers.some(tier => !(tier === 'fast' ? fast : deep).has(file))
  })
  expect(missing).toEqual([])
})
