import { expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

const SILENT = new GardenError({ kind: 'timeout', doing: 'get a', because: 'no answer.', outcomeUnknown: true })
const REFUSED = new GardenError({ kind: 'unreachable', doing: 'get a', because: 'nobody listens.' })
const FORBIDDEN = new GardenError({ kind: 'forbidden', doing: 'get a', because: 'no.', status: 403 })
const [one, two] = [{}, {}]

function world() {
  let now = 0
  const clusters = new CircuitBreaker(() => now)
  const stateFor = (run: object, cluster = 'a') => {
    try {
      clusters.enter(cluster, run)
      return 'in'
    } catch (error) {
      return error
    }
  }
  return {
    clusters,
    stateFor,
    skip: (ms: number) => {
      now += ms
    },
  }
}

test('a cluster that did not respond is skipped with its own error, and others are not', () => {
  const { clusters, stateFor, skip } = world()
  expect([stateFor(one), stateFor(two)]).toEqual(['in', 'in'])
  clusters.failed('a', SILENT, 15_000)
  skip(5_000)
  expect(stateFor(two)).toMatchObject({ message: SILENT.message, retryAfterMs: 10_000, certainty: 'no' })
  expect(stateFor(two, 'b')).toBe('in')
})

test('one run retries after a while; if it fails, the next one comes later', () => {
  const { clusters, stateFor, skip } = world()
  clusters.failed('a', SILENT, 15_000)
  clusters.failed('a', SILENT, 15_000)
  skip(15_000)
  expect([stateFor(one), stateFor(one)]).toEqual(['in', 'in'])
  expect(stateFor(two)).toMatchObject({ kind: 'timeout' })
  clusters.failed('a', SILENT, 15_000)
  clusters.leave('a', one)
  skip(29_000)
  expect(stateFor(two)).toMatchObject({ retryAfterMs: 1_000 })
  skip(1_000)
  expect(stateFor(two)).toBe('in')
})

test('of many unresponsive clusters two are retried at a time, and a response frees a slot', () => {
  const { clusters, stateFor, skip } = world()
  const names = ['a', 'b', 'c', 'd']
  for (const name of names) clusters.failed(name, SILENT, 15_000)
  skip(15_000)
  const runs = names.map(name => ({ name }))
  const states = () => runs.map(run => stateFor(run, run.name) === 'in')
  expect(states()).toEqual([true, true, false, false])
  clusters.answered('a')
  expect(states()).toEqual([true, true, true, false])
  for (const [i, name] of names.entries()) clusters.leave(name, runs[i] ?? {})
  expect(stateFor(runs[3] ?? {}, 'd')).toBe('in')
})

test('a run that ends before its call releases its turn', () => {
  const { clusters, stateFor, skip } = world()
  clusters.failed('a', SILENT, 15_000)
  skip(15_000)
  expect(stateFor(one)).toBe('in')
  clusters.leave('a', one)
  expect(stateFor(two)).toBe('in')
})

test.each<[string, (clusters: CircuitBreaker) => void]>([
  ['an answer', clusters => clusters.answered('a')],
  ['a refusal', clusters => clusters.failed('a', FORBIDDEN, 20)],
  ['a server that only restarts', clusters => clusters.failed('a', REFUSED, 3)],
])('%s closes the circuit for all', (_, happens) => {
  const { clusters, stateFor, skip } = world()
  clusters.failed('a', SILENT, 15_000)
  skip(15_000)
  expect(stateFor(one)).toBe('in')
  happens(clusters)
  expect(stateFor(two)).toBe('in')
})

test('a fast failure does not open the circuit', () => {
  const { clusters, stateFor } = world()
  clusters.failed('a', REFUSED, 3)
  expect(stateFor(one)).toBe('in')
  clusters.failed('a', REFUSED, 3_100)
  expect(stateFor(one)).toMatchObject({ kind: 'unreachable' })
})
