import { beforeEach, expect, test, vi } from 'vitest'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { watchToken } from './watch-token.ts'

const userOfToken = vi.hoisted(() => vi.fn())

vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ userOfToken }) }))

beforeEach(() => {
  vi.useFakeTimers()
  userOfToken.mockReset().mockResolvedValue({})
})

const request = (authorization: string | null) =>
  new Request('http://console/', { headers: authorization === null ? {} : { authorization } })

test('ends a long request within seconds of the revocation of its token, but not while the database is down', async () => {
  const onBad = vi.fn()
  const end = watchToken(request('Bearer hap_x'), onBad)
  await vi.advanceTimersByTimeAsync(5_000)
  userOfToken.mockRejectedValue(new StoreUnavailableError('down'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([userOfToken.mock.calls, onBad.mock.calls]).toEqual([[['hap_x'], ['hap_x']], []])
  userOfToken.mockRejectedValue(new BadTokenError('revoked'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onBad).toHaveBeenCalledOnce()
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(userOfToken).toHaveBeenCalledTimes(3)
})

test('does not check sessions', async () => {
  watchToken(request(null), expect.fail)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(userOfToken).not.toHaveBeenCalled()
})
