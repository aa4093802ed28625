import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Answer } from './exchange.ts'
import { readEvents } from './watch-events.ts'

test('a line without an end is given up before it fills the memory', async () => {
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
])(
  'a watch that delivers %s for ever is silent',
  async (_name, bytes) => {
    const body = new PassThrough()
    const drip = setInterval(() => body.write(bytes), 5)
    const answer: Answer = { status: 200, headers: {}, body, end: () => void body.destroy() }
    const events = readEvents(answer, { doing: 'watch shoots', server: 'https://garden', silenceMs: 50 })
    try {
      await expect(events.next()).rejects.toMatchObject({ kind: 'timeout' })
    } finally {
      clearInterval(drip)
    }
  },
  2_000,
)
