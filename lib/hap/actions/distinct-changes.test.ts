import { expect, test } from 'vitest'
import type { DiffLine } from './diff.ts'
import { distinctChanges } from './distinct-changes.ts'

const line = (change: DiffLine['change'], key: string, value: string, note = 'label'): DiffLine => {
  return { change, key, value, note }
}

const released = (tenant: string, epoch: number) => [
  line('kept', 'tenantName', tenant),
  line('added', 'dirty', 'true'),
  line('removed', 'epoch', String(epoch), 'annotation'),
  line('added', 'epoch', String(epoch + 1), 'annotation'),
]

test('changes of the same keys are one, with the values that differ counted', () => {
  const [only, ...others] = distinctChanges([released('a', 1), released('b', 1), released('c', 4)])
  expect(others).toEqual([])
  expect(only).toMatchObject({ count: 3, first: 0 })
  expect(only?.lines.map(({ change, key, value, values }) => [change, key, value, values])).toEqual([
    ['kept', 'tenantName', null, 3],
    ['added', 'dirty', 'true', 1],
    ['removed', 'epoch', null, 2],
    ['added', 'epoch', null, 2],
  ])
})

test('other keys and other labels that are written make another change; the most frequent comes first', () => {
  const free = [line('added', 'dirty', 'true')]
  const changes = distinctChanges([released('a', 1), free, free, [line('added', 'dirty', 'yes')]])
  expect(changes.map(({ count, first }) => [count, first])).toEqual([
    [2, 1],
    [1, 0],
    [1, 3],
  ])
  expect(changes[0]?.lines).toEqual([{ change: 'added', key: 'dirty', value: 'true', values: 1, note: 'label' }])
})

test('of nothing there is none', () => {
  expect(distinctChanges([])).toEqual([])
})
