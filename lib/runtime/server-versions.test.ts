import { expect, test, vi } from 'vitest'
import { cacheAnswer } from './server-versions.ts'

test('a version is read once, and again only after a failure', async () => {
  const ask = vi
    .fn<() => Promise<string | undefined>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce(undefined)
    .mockResolvedValue('v1.33.2')
  const version = cacheAnswer(ask)
  const settled = () => new Promise(resolve => setTimeout(resolve))
  for (const [known, asked] of [
    [null, 1],
    [null, 2],
    [null, 3],
    ['v1.33.2', 3],
    ['v1.33.2', 3],
  ] as const) {
    expect(version()).toBe(known)
    expect(version()).toBe(known)
    await settled()
    expect(ask).toHaveBeenCalledTimes(asked)
  }
})
