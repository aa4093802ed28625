import { expect, test } from 'vitest'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { readableInput } from './order-input.ts'

const NONE = { name: null, spec: { cluster: null }, reason: null, ticket: null }

test.each([
  ['nothing', undefined, NONE],
  ['a text', 'x', NONE],
  ['a list', [], NONE],
  [
    'an order with a slip elsewhere',
    { name: 'a', spec: { cluster: 'c', expiration: 1 }, reason: ' why ', ticket: '', more: 1 },
    { name: 'a', spec: { cluster: 'c' }, reason: 'why', ticket: null },
  ],
  ['an invalid name', { name: 'A/B', reason: 'why' }, { ...NONE, reason: 'why' }],
  ['no spec', { name: 'a', spec: 7, ticket: 'T-1' }, { ...NONE, name: 'a', ticket: 'T-1' }],
  ['a reason that is too long', { reason: 'x'.repeat(REASON_LIMITS.reason + 1) }, NONE],
])('keeps the readable parts of %s', (_, input, said) => {
  expect(readableInput(input)).toEqual(said)
})
