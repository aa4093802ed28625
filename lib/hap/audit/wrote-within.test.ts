import { expect, test } from 'vitest'
import { ANNOTATIONS } from '../pools/annotations.ts'
import type { AuditOutcome } from './outcome.ts'
import { wroteWithin } from './wrote-within.ts'

const KEY = 'CredentialsBinding/garden/a'
const at = (epoch: number) => ({ labels: {}, annotations: { [ANNOTATIONS.epoch]: `${epoch}` } })
const entry = (outcome: AuditOutcome, epoch: number, result: unknown = null) => ({
  targets: [KEY],
  outcome,
  before: at(epoch - 1),
  wanted: at(epoch),
  result,
  wrote: [],
})
const claim = (binding: string, epoch: number) => ({
  targets: ['Claim/c-1'],
  outcome: 'failed' as const,
  before: null,
  wanted: { plan: 'aws' },
  result: null,
  wrote: [{ binding, before: at(epoch - 1), after: at(epoch), found: false }],
})

test.each([
  [entry('accepted', 5), true],
  [entry('accepted', 3), false],
  [entry('accepted', 6), false],
  [entry('accepted', 9, at(4)), true],
  [entry('open', 4), true],
  [entry('unknown', 4), true],
  [entry('refused', 4), false],
  [entry('failed', 4), false],
  [{ ...entry('accepted', 4), targets: ['CredentialsBinding/garden/b'] }, false],
  [{ ...entry('accepted', 4), wanted: 'nothing that is a binding' }, false],
  [claim(KEY, 4), true],
  [claim(KEY, 3), false],
  [claim('CredentialsBinding/garden/b', 4), false],
])('an action is among those between epochs 3 and 5: %#', (action, expected) => {
  expect(wroteWithin(action, KEY, { from: 3, to: 5 })).toBe(expected)
})
