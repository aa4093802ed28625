import { expect, test } from 'vitest'
import { keyFrom, keyOf, keyText } from './reconciler.ts'

test.each([
  ['ops/c-1', { namespace: 'ops', name: 'c-1' }],
  ['/node-1', { namespace: '', name: 'node-1' }],
])('%s', (text, key) => {
  expect([keyText(key), keyFrom(text), keyOf({ metadata: key })]).toEqual([text, key, key])
})
