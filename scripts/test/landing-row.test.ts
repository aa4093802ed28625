import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { landingColumns, landingRow } from './landing-row.ts'
import { oneCheck, type Step, type StepResult } from './step.ts'
import { TIERS } from './tiers.ts'

const step = (name: string): Step => ({ name, command: ['true'], count: oneCheck })
const result = (name: string, seconds: number, outcome: Partial<StepResult> = {}): StepResult => ({
  name,
  seconds,
  passed: 1,
  failed: 0,
  skipped: 0,
  output: '',
  ...outcome,
})

test('a row has the seconds of each step in the order of the tier, and marks failures and steps that did not run', () => {
  const steps = ['types', 'lint', 'store', 'cluster', 'e2e'].map(step)
  const results = [
    result('lint', 6.4),
    result('types', 12.6),
    result('store', 30, { failed: 1 }),
    result('cluster', 0, { passed: 0, skipped: 1 }),
  ]
  expect(landingRow(steps, results, { date: '2026-11-28', commit: 'abc1234', seconds: 61.2 })).toBe(
    '| 2026-11-28 | abc1234 | 13 | 6 | 30 ✗ | – | – | 61 |',
  )
})

test.each(['test', 'deep'] as const)('docs/checks.md has the columns of %s', tier => {
  const rows = readFileSync('docs/checks.md', 'utf8')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  expect(rows).toContainEqual(['', ...landingColumns(TIERS[tier]), ''])
})
