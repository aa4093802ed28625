import { expect, test } from 'vitest'
import { inUseMessage } from '#lib/hap/lifecycle/account-clusters.ts'
import { shootOf } from '../../test/engine/shoots.ts'
import { inUseAdvice } from './release.ts'

const running = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ shoot: shootOf(`c-${i + 1}`), claim: null }))
const announced = { shoot: null, claim: { id: 'x', cluster: null, tenant: 'ga-1' } }

test.each([
  [inUseMessage(running(1)), ['c-1'], ' Delete or move it first: c-1.'],
  [inUseMessage(running(2)), ['c-1', 'c-2'], ' Delete or move them first: c-1 and c-2.'],
  [inUseMessage(running(5)), ['c-1', 'c-2', 'c-3', 'c-4', 'c-5'], ' Delete or move them first: c-1, c-2 and 3 more.'],
  [inUseMessage(running(2)), [], ' Delete or move them first.'],
  [inUseMessage([announced]), [], ' End the claim first: hap give-back ID.'],
  [
    inUseMessage([...running(1), announced]),
    ['c-1'],
    ' Delete or move it first: c-1. End the claim first: hap give-back ID.',
  ],
  ['It is free.', ['c-1'], ''],
])('%s', (refusal, clusters, advice) => {
  expect(inUseAdvice(refusal, clusters)).toBe(advice)
})
