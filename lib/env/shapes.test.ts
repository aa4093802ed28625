import { expect, test } from 'vitest'
import { isBlockedPort } from './shapes.ts'

test.each([
  [1, true],
  [80, false],
  [443, false],
  [2049, true],
  [3000, false],
  [4189, false],
  [4190, true],
  [4191, false],
  [6000, true],
  [6664, false],
  [6665, true],
  [6669, true],
  [6670, false],
  [6679, true],
  [8080, false],
  [9464, false],
  [10080, true],
  [65535, false],
])('browsers block port %i: %j', (port, blocked) => {
  expect(isBlockedPort(port)).toBe(blocked)
})

test('fetch of this Node.js refuses each blocked port before connecting', async () => {
  const blocked = Array.from({ length: 65_535 }, (_, index) => index + 1).filter(isBlockedPort)
  expect(blocked).toHaveLength(82)
  for (const port of blocked)
    await expect(fetch(`http://127.0.0.1:${port}/`), String(port)).rejects.toMatchObject({
      cause: { message: 'bad port' },
    })
})
