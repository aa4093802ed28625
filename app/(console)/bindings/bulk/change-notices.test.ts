import { expect, test } from 'vitest'
import { listChangedTargets } from './change-notices.tsx'

const target = (name: string, seenVersion: string, uid = 'u-1', account = 's-1') => ({
  kind: 'SecretBinding' as const,
  name,
  seenVersion,
  uid,
  account: { kind: 'Secret' as const, namespace: 'garden', name: account },
})
const aside = (name: string) => ({ kind: 'SecretBinding' as const, name, reason: 'It is on hold.' })
const decided = [target('a', '1'), target('b', '1')]

test.each([
  ['nothing', { targets: decided, leftOut: [] }, []],
  ['a target that was skipped before', { targets: decided, leftOut: [aside('c')] }, []],
  [
    'another version',
    { targets: [target('a', '2'), target('b', '1')], leftOut: [] },
    ['a changed but still allows the action.'],
  ],
  [
    'recreated',
    { targets: [target('a', '2', 'u-2'), target('b', '1')], leftOut: [] },
    ['a was recreated: it is another object that refers to the same account but still allows the action.'],
  ],
  [
    'another account',
    { targets: [target('a', '2', 'u-2', 's-2'), target('b', '1')], leftOut: [] },
    ['a now refers to another account: Secret garden/s-2 instead of Secret garden/s-1 but still allows the action.'],
  ],
  ['left out', { targets: [target('b', '1')], leftOut: [aside('a')] }, ['a is now skipped. It is on hold.']],
  ['one more', { targets: [...decided, target('c', '7')], leftOut: [] }, ['c now allows the action.']],
])('%s', (_, plan, messages) => {
  expect(listChangedTargets(decided, plan).map(({ name, message }) => `${name} ${message}`)).toEqual(messages)
})
