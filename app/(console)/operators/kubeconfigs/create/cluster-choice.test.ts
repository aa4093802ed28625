import { expect, test } from 'vitest'
import { type ClusterChoice, clusterLabel, firstChoice } from './cluster-choice.ts'

const FAILED = { name: 'broken', state: 'failed' } as const
const READY = { name: 'good', state: 'ready' } as const

test.each<[ClusterChoice, string]>([
  [READY, 'good'],
  [FAILED, 'broken (failed)'],
  [{ name: 'late', state: 'in-progress' }, 'late (in progress)'],
])('of %j the list says %s', (choice, label) => {
  expect(clusterLabel(choice)).toBe(label)
})

test.each([
  [[FAILED, READY], 'good'],
  [[FAILED], 'broken'],
  [[], ''],
])('of %j a new form has %j', (clusters, name) => {
  expect(firstChoice(clusters)).toBe(name)
})
