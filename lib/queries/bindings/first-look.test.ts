import { expect, test } from 'vitest'
import { landscapeContext } from '../testing/landscape-context.ts'
import { listBindings } from './list-bindings.ts'

const DAY = 86_400_000
const { context: given } = landscapeContext('demo')
const clocks = { of: () => given.at - 2 * DAY, isFirstLook: () => true }
const context = { ...given, clocks }
const first = (q: string) => listBindings(context, { q, sort: '', offset: 0, limit: 1 }).rows[0]

test('what was only first seen so is told, and is at least that long in its state', () => {
  const since = new Date(given.at - 2 * DAY).toISOString().replace('.000', '')
  expect(first('state:malformed')).toMatchObject({ since, sinceIsFirstLook: true })
  expect(first('state:dirty stuck for:>=2d')).toMatchObject({ since, sinceIsFirstLook: true })
})

test('of one that is being deleted Gardener tells the moment', () => {
  expect(first('state:terminating')?.sinceIsFirstLook).toBe(false)
})
