import { expect, test } from 'vitest'
import { ANNOTATIONS } from '../pools/annotations.ts'
import { changedSince, type Seen } from './changed-since.ts'

const at = (epoch: string | null, resourceVersion: string) => ({
  annotations: epoch === null ? {} : { [ANNOTATIONS.epoch]: epoch },
  resourceVersion,
})

test.each<[string, Seen, ReturnType<typeof at>, string | null]>([
  ['whatever it is', { version: null, epoch: null }, at('43', '9'), null],
  ['as it was', { version: '9', epoch: 41 }, at('41', '9'), null],
  ['never selected', { version: '9', epoch: 0 }, at(null, '9'), null],
  ['with a note that is no count', { version: null, epoch: 0 }, at('many', '9'), null],
  [
    'selected meanwhile',
    { version: '9', epoch: 41 },
    at('43', '11'),
    'It was selected or changed since you opened this: its epoch was 41 and is 43.',
  ],
  [
    'selected meanwhile, of which nobody saw the version',
    { version: null, epoch: 41 },
    at('43', '11'),
    'It was selected or changed since you opened this: its epoch was 41 and is 43.',
  ],
  ['changed past HAP', { version: '9', epoch: 41 }, at('41', '10'), 'It changed since you opened this.'],
])('%s', (_, seen, now, reason) => {
  expect(changedSince(seen, now)).toBe(reason)
})
