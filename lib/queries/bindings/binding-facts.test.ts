import { expect, test } from 'vitest'
import { verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { factsAbout } from '../../../test/engine/action-facts.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { formatManualReason } from './action-facts.ts'
import { isStuck } from './binding-facts.ts'
import { listBindings } from './list-bindings.ts'

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

const OFF = 'The aws cleaner is off.'

test.each([
  ['aws', OFF],
  ['openstack', 'No cleaner can verify that an account of OpenStack is empty.'],
])('the reason for an account of %s only suggests allowed actions', (hyperscalerType, why) => {
  const tells = verifiability(factsAbout(bindingOf('a', { hyperscalerType, dirty: 'true' })).pooled, new Set())
  if (tells.by === 'cleaner') throw new Error('A cleaner tells.')
  expect(formatManualReason(tells.reason, { allowed: true })).toBe(
    `${why} Check the account manually, then choose Confirm clean.`,
  )
  expect(formatManualReason(tells.reason, { allowed: false, reason: '2 clusters still use this account.' })).toBe(
    `${why} It cannot be confirmed clean yet: 2 clusters still use this account.`,
  )
})

const DAY = 86_400_000
const { context: given } = landscapeContext('demo')
const clocks = { of: () => given.at - 2 * DAY, isFirstLook: () => true }
const context = { ...given, clocks }
const first = (q: string) => listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows[0]

test('a first observation is marked, and its duration is a lower bound', () => {
  const since = new Date(given.at - 2 * DAY).toISOString().replace('.000', '')
  expect(first('state:malformed')).toMatchObject({ since, sinceIsFirstLook: true })
  expect(first('state:dirty stuck for:>=2d')).toMatchObject({ since, sinceIsFirstLook: true })
})

test('the deletion timestamp of Gardener is the start of terminating', () => {
  expect(first('state:terminating')?.sinceIsFirstLook).toBe(false)
})
