import { expect, test } from 'vitest'
import { reachesEverything } from './changed-files.ts'
import { narrowSteps } from './choose-steps.ts'
import { findUsers, reachedFiles } from './reach.ts'
import { projectFiles } from './test-files.ts'
import { TIERS } from './tiers.ts'

const files = projectFiles()
const users = findUsers(files)
const namesReachedBy = (...changed: readonly string[]) =>
  narrowSteps(TIERS.test, reachedFiles(changed, users), files).map(({ name }) => name)

test('reaches direct and indirect runtime importers of a file', () => {
  const reached = reachedFiles(['lib/hap/plans/plan.ts'], users)
  expect(reached).toContain('bin/hap.mjs')
  expect(reached).toContain('lib/hap/cases/run-cases.test.ts')
})

test('reaches the tests that name a folder of data', () => {
  const reached = reachedFiles(['charts/hap-console/templates/new.yaml'], users)
  expect(reached).toContain('test/unit/chart/chart.test.ts')
})

test('reaches the browser tests that open a page, and no other', () => {
  const reached = reachedFiles(['app/(console)/simulator/page.tsx'], users)
  expect(reached).toContain('e2e/console/simulator.e2e.ts')
  expect(reached).not.toContain('e2e/console/api-tokens.e2e.ts')
})

test('chooses the steps a change reaches', () => {
  expect(namesReachedBy('docs/guide/rules.md')).not.toContain('store')
  expect(namesReachedBy('test/recordings/new.json')).toContain('contract')
  expect(namesReachedBy('prisma/schema.prisma')).toContain('schema')
  expect(namesReachedBy('lib/store/claims/store-ledger.ts')).toEqual(
    expect.arrayContaining(['types', 'build', 'unit', 'store', 'claims', 'operators', 'e2e']),
  )
})

test('passes only the reached test files to a suite', () => {
  const reached = reachedFiles(['test/store/audit.test.ts'], users)
  const [store] = narrowSteps(TIERS.test, reached, files).filter(({ name }) => name === 'store')
  expect(store?.command.at(-1)).toBe('test/store/audit.test.ts')
})

test('a change of the packages reaches everything', () => {
  expect(reachesEverything(['README.md', 'package-lock.json'])).toBe(true)
  expect(reachesEverything(['README.md'])).toBe(false)
})
