import { expect, test, vi } from 'vitest'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { casWrite } from './retry-write.ts'

const errorOf = (kind: GardenErrorKind) => new GardenError({ kind, doing: 'patch a', because: 'of the test.' })

test('decides again after a conflict, and writes the newer version', async () => {
  const write = vi.fn().mockRejectedValueOnce(errorOf('conflict')).mockResolvedValueOnce(undefined)
  await casWrite({ seen: 1, write, decide: async () => 2, maxAttempts: 5 })
  expect(write.mock.calls).toEqual([[1], [2]])
})

test('writes nothing more when no change is left', async () => {
  const write = vi.fn().mockRejectedValue(errorOf('conflict'))
  await casWrite({ seen: 1, write, decide: async () => null, maxAttempts: 5 })
  expect(write).toHaveBeenCalledTimes(1)
})

test('throws the last conflict after the last attempt, without another read', async () => {
  const write = vi.fn().mockRejectedValue(errorOf('conflict'))
  const decide = vi.fn().mockResolvedValue(2)
  await expect(casWrite({ seen: 1, write, decide, maxAttempts: 3 })).rejects.toMatchObject({ kind: 'conflict' })
  expect([write.mock.calls.length, decide.mock.calls.length]).toEqual([3, 2])
})

test.each<GardenErrorKind>(['timeout', 'unavailable', 'not-found', 'forbidden'])('%s is not retried', async kind => {
  const write = vi.fn().mockRejectedValue(errorOf(kind))
  const decide = vi.fn()
  await expect(casWrite({ seen: 1, write, decide, maxAttempts: 5 })).rejects.toMatchObject({ kind })
  expect(decide).not.toHaveBeenCalled()
})

test('ends when the read fails', async () => {
  const write = vi.fn().mockRejectedValue(errorOf('conflict'))
  const decide = () => Promise.reject(errorOf('unreachable'))
  await expect(casWrite({ seen: 1, write, decide, maxAttempts: 5 })).rejects.toMatchObject({ kind: 'unreachable' })
})
