import { AsyncResource } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followAction } from '#app/data/follow-action.ts'
import { ANSWER_MS } from '#lib/http/answer-deadline.ts'
import { enterRequest } from '#lib/telemetry/request-scope.ts'
import { actionRequestId, streamAction, textArgument } from './server-action.ts'

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

test('tells the page at the deadline of the request that an action continues, and sends its outcome', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const running = vi.fn()
  const outcome = Promise.withResolvers<string>()
  const steps = await asRequest('r-1', async () => {
    vi.advanceTimersByTime(5_000)
    return streamAction({ requestId: 'r-1', unended: reason => reason }, async send =>
      send({ step: 'answered', outcome: await outcome.promise, isFinal: true }),
    )
  })
  const followed = followAction(steps, () => {}, running)
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 5_001)
  expect(running).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toHaveBeenCalledWith(expect.stringMatching(/continues\. See Audit for its outcome: request:r-1\.$/))
  outcome.resolve('done')
  expect((await followed)?.outcome).toBe('done')
})

test('ends the stream of an action without an outcome', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const steps = streamAction({ requestId: 'r-1', unended: () => 'unended' }, () => new Promise(() => {}))
  const followed = followAction(steps, () => {})
  await vi.advanceTimersByTimeAsync(300_000)
  expect((await followed)?.outcome).toBe('unended')
})
