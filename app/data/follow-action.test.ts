import { expect, test } from 'vitest'
import { SIGN_IN_REQUIRED } from '#lib/auth/sign-in-time.ts'
import { type ActionStep, streamSteps } from '#lib/services/actions/action-preview.ts'
import { followAction, followWrite } from './follow-action.ts'

type Send = (step: ActionStep<string>) => void

/** Follows an action that sends these steps and returns what the page receives. */
async function followed(act: (send: Send) => Promise<void>) {
  const listed: (number | null)[] = []
  const action = await followAction(streamSteps(act), shoots => listed.push(shoots))
  return { listed, action }
}

test('reports the number of listed shoots, then the answer', async () => {
  const { listed, action } = await followed(async send => {
    send({ step: 'listing', shoots: 3_012 })
    send({ step: 'listing', shoots: null })
    send({ step: 'answered', outcome: 'done', isFinal: true })
  })
  expect(listed).toEqual([3_012, null])
  expect(action?.outcome).toBe('done')
  expect(await action?.final).toBe('done')
})

test('reports that the action continues, then the answer', async () => {
  const running: string[] = []
  const steps = streamSteps<string>(async send => {
    send({ step: 'running', message: 'It continues.' })
    send({ step: 'answered', outcome: 'done', isFinal: true })
  })
  const action = await followAction(
    steps,
    () => {},
    message => running.push(message),
  )
  expect([running, action?.outcome]).toEqual([['It continues.'], 'done'])
})

test('resolves with the answer while the shoots are checked, and with the final outcome later', async () => {
  const gate = Promise.withResolvers<void>()
  const { action } = await followed(async send => {
    send({ step: 'answered', outcome: 'done', isFinal: false })
    await gate.promise
    send({ step: 'answered', outcome: 'taken back', isFinal: true })
  })
  expect(action?.outcome).toBe('done')
  gate.resolve()
  expect(await action?.final).toBe('taken back')
})

test('has no final outcome when the stream ends before it', async () => {
  const { action } = await followed(async send => send({ step: 'answered', outcome: 'done', isFinal: false }))
  expect(await action?.final).toBeNull()
})

test('returns null when the stream ends before an answer', async () => {
  const { action } = await followed(() => Promise.reject(new Error('gone')))
  expect(action).toBeNull()
})

test('does not cancel the action when the page is left', async () => {
  const gate = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const stream = streamSteps<string>(async send => {
    await gate.promise
    send({ step: 'answered', outcome: 'done', isFinal: true })
    ended.resolve()
  })
  await stream.cancel()
  gate.resolve()
  await ended.promise
})

test('returns the result of a write', async () => {
  const result = { kind: 'accepted' } as const
  const steps = streamSteps<typeof result>(async send => send({ step: 'answered', outcome: result, isFinal: true }))
  expect(await followWrite(Promise.resolve(steps))).toEqual(result)
})

test.each([
  ['the connection ends before the result', async () => streamSteps(async () => {}), 0],
  ['the console does not respond', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['the session has ended', () => Promise.reject(new Error(SIGN_IN_REQUIRED)), 401],
])('returns a failed write when %s', async (_case, write, status) => {
  expect(await followWrite(write())).toMatchObject({ kind: 'no-answer', status })
})
