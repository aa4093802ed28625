import { expect, test } from 'vitest'
import { EventStream } from './event-stream.ts'

test('a stream that was closed before anybody asked cleans up at once', () => {
  const stream = new EventStream()
  stream.close()
  let cleaned = 0
  stream.onClose(() => cleaned++)
  expect(cleaned).toBe(1)
})

test('a browser that does not read is cut off, once', () => {
  const stream = new EventStream()
  let cleaned = 0
  stream.onClose(() => cleaned++)
  stream.onClose(() => cleaned++)
  for (let number = 0; number < 200; number++) stream.send('health', {}, String(number))
  expect(cleaned).toBe(2)
  stream.close()
  expect(cleaned).toBe(2)
})
