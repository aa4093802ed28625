import { expect, test } from 'vitest'
import { isKebEstimate, reliesOnEstimate } from './decision.ts'

const dedicated = { hyperscalerType: 'aws', euAccess: false, shared: false }
const shared = { ...dedicated, shared: true }
const limit = { value: 180, source: 'provider', setting: 'limits.aws' } as const
const own = (selected: number) => [{ purpose: 'reuse', selected } as const, { purpose: 'claim', selected: 9 } as const]

test.each([
  ['keb', dedicated, true],
  ['keb', shared, false],
  ['keb', null, false],
  ['documented', dedicated, false],
] as const)('%s on pool %j is an estimate: %s', (semantics, pool, is) => {
  expect(isKebEstimate(pool, semantics)).toBe(is)
})

test.each([
  ['keb', false, { pool: dedicated, limit, steps: own(1) }, true],
  ['keb', false, { pool: dedicated, limit: null, steps: own(0) }, true],
  ['keb', true, { pool: shared, limit: null, steps: [] }, false],
  ['keb', true, { pool: null, limit: null, steps: [] }, false],
  ['documented', true, { pool: dedicated, limit, steps: own(1) }, true],
  ['documented', false, { pool: dedicated, limit, steps: own(1) }, false],
  ['documented', true, { pool: dedicated, limit: null, steps: own(1) }, false],
  ['documented', true, { pool: dedicated, limit, steps: own(0) }, false],
] as const)('%s, KEB parts: %s, %j: %s', (semantics, parts, decision, rests) => {
  expect(reliesOnEstimate(decision, semantics, parts)).toBe(rests)
})
