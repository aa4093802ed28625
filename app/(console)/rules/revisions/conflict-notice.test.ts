import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { buildNewerRules } from './conflict-notice.tsx'

test('a refusal tells who was first, and what that changed of the rules the author began from', () => {
  const current = { number: 2, actor: 'otto', at: '2026-11-23T10:00:00.000Z', reason: 'his', texts: ['aws', 'gcp'] }
  const found = buildNewerRules({ kind: 'conflict', baseTexts: ['aws'], current }, DEFAULT_PLANS, 'documented')
  expect(found).toMatchObject({ number: 2, by: { actor: 'otto', reason: 'his' }, changes: [{ after: 'gcp' }] })
})

test('a database that was put back has no revision to go on from', () => {
  const found = buildNewerRules({ kind: 'conflict', baseTexts: [], current: null }, DEFAULT_PLANS, 'documented')
  expect(found).toEqual({ number: null, by: null, changes: [] })
})
