import { once } from 'node:events'
import { createServer, type RequestListener, request, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ANSWER_MS, MAX_WAIT_SECONDS } from './answer-deadline.ts'
import { openGate } from './gate.ts'

/** Sends a request to a server behind the gate, whose handler the caller writes, on a clock of the test. */
async function ask(
  handler: RequestListener,
  { path = '/api/v1/pools', method = 'GET', headers = {} as Record<string, string> } = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const received = Promise.withResolvers<void>()
  const server = createServer((asked, answer) => {
    received.resolve()
    handler(asked, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const closeGate = openGate({
    port,
    trusted: new BlockList(),
    publicUrl: null,
    packed: new Set(),
    built: new Set(),
    admission: Promise.resolve(() => null),
    onError: () => undefined,
  })
  onTestFinished(() => {
    closeGate()
    server.closeAllConnections()
    server.close()
  })
  const call = request({ host: '127.0.0.1', port, path, method, headers })
  call.end()
  const answered = once(call, 'response').then(async ([answer]) => {
    const text: string = (await answer.setEncoding('utf8').toArray()).join('')
    return { status: answer.statusCode as number, headers: answer.headers, text }
  })
  await received.promise
  return { answered }
}

const HANGS: RequestListener = () => {}

test('answers 504 at the deadline to a request whose handler waits', async () => {
  const { answered } = await ask(HANGS)
  vi.advanceTimersByTime(ANSWER_MS)
  const { status, headers, text } = await answered
  expect([status, headers['content-type'], headers['retry-after']]).toEqual([504, 'application/problem+json', '5'])
  expect(JSON.parse(text)).toMatchObject({
    status: 504,
    detail: 'The console waited too long for the database or Gardener. Try again in a few seconds.',
  })
})

test.each([
  [{ 'x-request-id': 'r-1' }, /A change that has begun continues\. The audit log has its outcome under request:r-1\.$/],
  [{ 'idempotency-key': 'k-1' }, /The change continues\. Repeat the request with the same Idempotency-Key/],
])('names where the outcome of a change with the headers %j appears', async (headers, detail) => {
  const { answered } = await ask(HANGS, { method: 'POST', path: '/api/v1/claims', headers })
  vi.advanceTimersByTime(ANSWER_MS)
  expect(JSON.parse((await answered).text).detail).toMatch(detail)
})

test('answers a page in plain text', async () => {
  const { answered } = await ask(HANGS, { path: '/pools' })
  vi.advanceTimersByTime(ANSWER_MS)
  expect(await answered).toMatchObject({ status: 504, headers: { 'content-type': 'text/plain' } })
})

test('adds the longest wait to the deadline of a request that follows a claim', async () => {
  const { answered } = await ask(HANGS, { path: '/api/v1/claims/c-1?wait=30s' })
  const isEarly = vi.fn()
  void answered.then(isEarly)
  vi.advanceTimersByTime(ANSWER_MS + MAX_WAIT_SECONDS * 1_000 - 1)
  await new Promise(resolve => setImmediate(resolve))
  expect(isEarly).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect((await answered).status).toBe(504)
})

test('drops what the handler sends after the deadline', async () => {
  const late = Promise.withResolvers<() => void>()
  const { answered } = await ask((_, response) =>
    late.resolve(() => {
      response.setHeader('x-late', 'yes')
      response.writeHead(200)
      response.write('late')
      response.end('late')
    }),
  )
  vi.advanceTimersByTime(ANSWER_MS)
  expect((await answered).status).toBe(504)
  expect(await late.promise).not.toThrow()
})

test('does not end an answer that has begun', async () => {
  const sent = Promise.withResolvers<ServerResponse>()
  const { answered } = await ask((_, response) => {
    response.write('first,')
    sent.resolve(response)
  })
  const response = await sent.promise
  vi.advanceTimersByTime(ANSWER_MS * 10)
  response.end('last')
  expect(await answered).toMatchObject({ status: 200, text: 'first,last' })
})
