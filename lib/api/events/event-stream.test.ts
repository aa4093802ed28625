import { expect, test, vi } from 'vitest'
import { logError } from '#lib/telemetry/log.ts'
import { EventStream } from './event-stream.ts'

vi.mock('#lib/telemetry/log.ts', () => ({ logError: vi.fn() }))

test('a closed stream calls a new close listener immediately', () => {
  const stream = new EventStream()
  stream.close()
  let cleaned = 0
  stream.onClose(() => cleaned++)
  expect(cleaned).toBe(1)
})

test('a client that does not read is disconnected once', () => {
  const stream = new EventStream()
  let cleaned = 0
  stream.onClose(() => cleaned++)
  stream.onClose(() => cleaned++)
  for (let number = 0; number < 200; number++) stream.send('health', {}, String(number))
  expect(cleaned).toBe(2)
  stream.close()
  expect(cleaned).toBe(2)
})

test('an error in one close listener does not stop the others', async () => {
  const stream = new EventStream()
  let cleaned = 0
  stream.onClose(() => {
    throw new Error('it is gone')
  })
  stream.onClose(() => cleaned++)
  stream.close()
  expect(cleaned).toBe(1)
  expect(logError).toHaveBeenCalledOnce()
  expect(await stream.response().text()).toBe('')
})
