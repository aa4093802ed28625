import { afterEach, expect, test } from 'vitest'
import { type Answer, type Call, callProvider, type RetryReason } from './provider-call.ts'
import { HASTY } from './testing/cloud-kit.ts'
import { type Received, type Reply, type Served, serve } from './testing/serve.ts'

let served: Served | null = null
afterEach(async () => {
  await served?.close()
  served = null
})

const BUSY: RetryReason = { failure: 'throttled', because: 'it is busy' }
const passing = ({ status }: Answer) => (status === 429 ? BUSY : null)

async function ask(
  answer: (received: Received) => Reply | null,
  signal = AbortSignal.timeout(20_000),
  patience = HASTY,
) {
  served = await serve(answer)
  const call: Call = { method: 'GET', url: served.origin, headers: { authorization: 'c4n4ry' }, doing: 'ask' }
  return callProvider(async () => call, passing, patience, signal)
}

test('respects Retry-After up to the longest pause', async () => {
  const times: number[] = []
  const busyAtFirst = () => {
    times.push(performance.now())
    return times.length === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: '' } : { status: 200, body: 'x' }
  }
  const answer = await ask(busyAtFirst, undefined, { ...HASTY, maxPauseMs: 2_000 })
  expect(answer).toMatchObject({ status: 200, text: 'x' })
  const [first = 0, second = 0] = times
  expect(second - first).toBeGreaterThan(900)
})

test('aborts on a long Retry-After, and returns it', async () => {
  let asked = 0
  const answer = ask(() => {
    asked += 1
    return { status: 429, headers: { 'retry-after': '3600' }, body: '' }
  })
  await expect(answer).rejects.toMatchObject({
    failure: 'throttled',
    retryAfterMs: 3_600_000,
    message: 'Could not ask: it is busy.',
  })
  expect(asked).toBe(1)
})

test.each(['Fri, 31 Dec 9999 23:59:59 GMT', '99999999999999'])(
  'retries after a day at the latest, for Retry-After: %s',
  async until => {
    const answer = ask(() => ({ status: 429, headers: { 'retry-after': until }, body: '' }))
    await expect(answer).rejects.toMatchObject({ failure: 'throttled', retryAfterMs: 86_400_000 })
  },
)

test('does not follow redirects', async () => {
  const asked: (string | undefined)[] = []
  const answer = await ask(({ url, headers }) => {
    asked.push(headers.authorization)
    return { status: 302, headers: { location: `http://localhost:${url.port}/elsewhere` }, body: '' }
  })
  expect(answer.status).toBe(302)
  expect(asked).toEqual(['c4n4ry'])
})

test('fails when the server is unreachable', async () => {
  served = await serve(() => null)
  const { origin } = served
  await served.close()
  served = null
  const call: Call = { method: 'GET', url: origin, headers: {}, doing: 'ask' }
  await expect(callProvider(async () => call, passing, HASTY, AbortSignal.timeout(20_000))).rejects.toMatchObject({
    failure: 'unavailable',
    message: 'Could not ask: the provider did not answer.',
  })
})

test('an abort ends a pause', async () => {
  const end = new AbortController()
  const answer = ask(() => {
    setTimeout(() => end.abort(new Error('enough')), 5)
    return null
  }, end.signal)
  await expect(answer).rejects.toThrow('enough')
})
