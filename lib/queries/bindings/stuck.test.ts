import { expect, test } from 'vitest'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { isStuck } from './stuck.ts'

const AT = Date.parse('2026-05-03T00:00:00Z')
const MINUTE = 60_000

test.each<[BindingState, string | null, number | null, boolean]>([
  ['dirty', '2026-05-01T00:00:00Z', null, true],
  ['dirty', '2026-05-02T12:00:00Z', null, false],
  ['dirty', null, null, false],
  ['claimed', '2020-01-01T00:00:00Z', null, false],
  ['held', '2020-01-01T00:00:00Z', null, false],
  ['held', '2020-01-01T00:00:00Z', AT + MINUTE, false],
  ['held', '2020-01-01T00:00:00Z', AT - 5 * MINUTE, false],
  ['held', null, AT - 11 * MINUTE, true],
])('%s since %s, on hold until %s', (state, since, holdEnd, stuck) => {
  expect(isStuck({ state, since, holdEnd }, AT)).toBe(stuck)
})
