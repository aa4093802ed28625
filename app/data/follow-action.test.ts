import { expect, test } from 'vitest'
import { type ActionStep, streamSteps } from '#lib/services/actions/action-preview.ts'
import { followAction } from './follow-action.ts'

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
