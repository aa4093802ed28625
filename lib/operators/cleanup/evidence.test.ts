import { expect, test } from 'vitest'
import {
  Evidence,
  formatCounts,
  formatEvidence,
  formatProgress,
  NO_PROGRESS,
  readProgress,
} from '#lib/garden/cleaning-progress.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { planDeletion } from './deletion-plan.ts'
import { evidenceOf } from './evidence.ts'
import { inventoryOf, resourceOf } from './testing/resources.ts'

const CLEANER = { provider: 'aws', version: '1' }
const FACTS = { project: 'kyma', living: new Set<string>() }
const AT = Date.parse('2026-11-23T12:00:00Z')

test('evidence lists found resources first and sums up deleted ones', () => {
  const [one, two] = [resourceOf('vol-1'), resourceOf('vol-2', { kind: 'snapshot' })]
  const first = inventoryOf(one, two, resourceOf('vol-3', { condition: 'used' }))
  const before = evidenceOf(null, CLEANER, first, planDeletion(first, FACTS), [one], AT)
  expect(before.left).toEqual([
    { what: 'snapshot vol-2 in eu-west-1', why: 'not deleted yet' },
    { what: 'volume vol-3 in eu-west-1', why: 'something still uses it' },
  ])
  const next = inventoryOf(two)
  const after = evidenceOf(before, CLEANER, next, planDeletion(next, FACTS), [two], AT + 60_000)
  expect(formatEvidence(after)).toBe(
    'aws cleaner 1 on 123456789012 (eu-west-1): found 2 volumes and 1 snapshot, deleted 1 volume and 1 snapshot, left nothing; 2026-11-23T12:00:00Z to 2026-11-23T12:01:00Z',
  )
})

test('evidence restarts for another account and for another version of the cleaner', () => {
  const inventory = inventoryOf(resourceOf('vol-1'))
  const plan = planDeletion(inventory, FACTS)
  const before = evidenceOf(null, CLEANER, inventory, plan, plan.deletes, AT)
  const empty = inventoryOf()
  const again = (version: string, identity: string) =>
    evidenceOf(before, { ...CLEANER, version }, { ...empty, identity }, planDeletion(empty, FACTS), [], AT).found
  expect(again('1', empty.identity)).toEqual({ volume: 1 })
  expect(again('2', empty.identity)).toEqual({})
  expect(again('1', '999999999999')).toEqual({})
})

test('evidence is one short line for any account, and can be parsed', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => resourceOf(`vol-${at}\n${'x'.repeat(500)}`, { tags: {} }))
  const inventory = { ...inventoryOf(...many), places: Array.from({ length: 99 }, (_, at) => `region-${at}`) }
  const evidence = evidenceOf(null, CLEANER, inventory, planDeletion(inventory, FACTS), [], AT)
  expect(Evidence.parse(evidence)).toEqual(evidence)
  expect(evidence.left.length + evidence.leftMore).toBe(5_000)
  const note = formatProgress(
    { ...NO_PROGRESS, reason: 'y'.repeat(5_000), evidence },
    bindingOf('a', { dirty: 'true' }),
  )
  expect(note.length).toBeLessThan(4_000)
  expect(formatEvidence(evidence).length).toBeLessThan(400)
  expect(formatEvidence(evidence)).not.toMatch(/\n/)
  expect(
    readProgress(bindingOf('a', { dirty: 'true' }, { annotations: { 'hap.kyma-project.io/cleaning': note } })).evidence,
  ).toEqual(evidence)
})

test.each(['', '{', '[]', '{"owner":1}', 'x'.repeat(10_000)])('an invalid note is not progress: %j', note => {
  expect(
    readProgress(bindingOf('a', { dirty: 'true' }, { annotations: { 'hap.kyma-project.io/cleaning': note } })),
  ).toEqual(NO_PROGRESS)
})

test.each<[Parameters<typeof formatCounts>[0], string]>([
  [{}, 'nothing'],
  [{ volume: 0 }, 'nothing'],
  [{ volume: 1 }, '1 volume'],
  [{ volume: 2, address: 1, snapshot: 3 }, '1 address, 2 volumes and 3 snapshots'],
])('formats %j', (counts, words) => {
  expect(formatCounts(counts)).toBe(words)
})
