import { expect, test } from 'vitest'
import { shootFindings } from './shoot-conditions.ts'

const healthy = {
  type: 'APIServerAvailable',
  status: 'True',
  reason: 'HealthzRequestSucceeded',
  message: 'API server /healthz endpoint responded with success status code.',
}
const nodes = { type: 'EveryNodeReady', status: 'False', reason: 'NodeUnhealthy', message: 'Node n-1 is not ready.' }
const of = (...conditions: object[]) => shootFindings({ status: { conditions } })

test('are as Gardener has them, in one order', () => {
  expect(of(nodes, healthy)).toEqual([healthy, nodes])
})

test('are none without a shoot, or before Gardener has looked', () => {
  expect([shootFindings(null), shootFindings({}), of()]).toEqual([[], [], []])
})

test('of types nobody knows are left out, and of each type there is one', () => {
  expect(
    of({ ...healthy, type: 'Ready' }, { ...healthy, type: 'toString' }, healthy, { ...healthy, status: 'False' }),
  ).toEqual([healthy])
})

test.each([
  ['Progressing', 'Unknown', 'Progressing: Node n-1 is not ready.'],
  ['Unknown', 'Unknown', 'Node n-1 is not ready.'],
  ['', 'Unknown', 'Node n-1 is not ready.'],
])('a status %j is one of the standard ones', (status, expected, message) => {
  expect(of({ ...nodes, status })).toEqual([{ ...nodes, status: expected, message }])
})

test.each(['', 'two words', 'Ends:', 'A'.repeat(2_000), undefined])('a reason %j is one the API takes', reason => {
  expect(of({ ...nodes, reason })).toMatchObject([{ reason: 'NotGiven' }])
})

test('a long message is cut, one that is missing is empty', () => {
  expect(Buffer.byteLength(of({ ...nodes, message: 'ö'.repeat(50_000) })[0]?.message ?? '')).toBeLessThanOrEqual(1_024)
  expect(of({ type: 'EveryNodeReady', status: 'True', reason: 'Ready' })).toMatchObject([{ message: '' }])
})
