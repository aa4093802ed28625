import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { buildNewerRules } from './conflict-notice.tsx'

test('returns the author of the newer revision and its changes since the base', () => {
  const current = { number: 2, actor: 'otto', at: '2026-11-23T10:00:00.000Z', reason: 'his', texts: ['aws', 'gcp'] }
  const found = buildNewerRules({ kind: 'conflict', baseTexts: ['aws'], current }, DEFAULT_PLANS, 'documented')
  expect(found).toMatchObject({ number: 2, by: { actor: 'otto', reason: 'his' }, changes: [{ after: 'gcp' }] })
})

test('returns no number after a restore of the database', () => {
  const found = buildNewerRules({ kind: 'conflict', baseTexts: [], current: null }, DEFAULT_PLANS, 'documented')
  expect(found).toEqual({ number: null, by: null, changes: [] })
})
