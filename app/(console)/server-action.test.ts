import { AsyncResource } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { enterRequest } from '#lib/telemetry/request-scope.ts'
import { actionRequestId, textArgument } from './server-action.ts'

/** Runs `work` in its own async context, as one request does. */
function asRequest<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  return new AsyncResource('request').runInAsyncScope(() => {
    enterRequest(id)
    return work()
  })
}

test('returns the id of the request in concurrent actions', async () => {
  const ids = ['one', 'two'].map((id, index) =>
    asRequest(id, async () => {
      await delay(10 - index * 5)
      return actionRequestId()
    }),
  )
  expect(await Promise.all(ids)).toEqual(['one', 'two'])
})

test('returns a new id outside of a request', () => {
  expect(actionRequestId()).toMatch(/^[0-9a-f-]{36}$/)
  expect(actionRequestId()).not.toBe(actionRequestId())
})

test.each<{ value: unknown }>([
  { value: undefined },
  { value: null },
  { value: 7 },
  { value: [] },
  { value: { toString: 'x' } },
  { value: ['a'] },
])('returns an empty text for $value', ({ value }) => expect(textArgument(value)).toBe(''))

test('returns a text unchanged', () => expect(textArgument(' a ')).toBe(' a '))
