import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from './exchange.ts'
import { readEvents } from './watch-events.ts'

test('fails on an endless line before it fills the memory', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let sent = 0
  const body = Readable.from(
    (function* () {
      for (; sent < 100; sent++) yield chunk
    })(),
  )
  const answer: Answer = { status: 200, headers: {}, body, end: () => void body.destroy() }
  const events = readEvents(answer, { doing: 'Watching shoots', server: 'https://garden', silenceMs: 60_000 })
  await expect(events.next()).rejects.toMatchObject({ kind: 'unexpected' })
  expect(sent).toBeLessThan(50)
})

test.each([
  ['empty lines', '\n'],
  ['an event without an end', ' '],
])('a watch that delivers %s without end is silent', async (_name, bytes) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = new PassThrough()
  const answer: Answer = { status: 200, headers: {}, body, end: () => void body.destroy() }
  const events = readEvents(answer, { doing: 'watch shoots', server: 'https://garden', silenceMs: 1_000 })
  let failure: unknown = null
  const ended = events.next().catch((error: unknown) => {
    failure = error
  })
  for (let n = 0; n < 3; n++) {
    body.write(bytes)
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    vi.advanceTimersByTime(400)
  }
  expect(body.destroyed).toBe(true)
  await ended
  expect(failure).toMatchObject({ kind: 'timeout' })
})
