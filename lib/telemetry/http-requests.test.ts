import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type HttpEnd, type HttpRequest, watchHttpRequests } from './http-requests.ts'
import { currentRequestId } from './request-scope.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A server that responds with the current request id after a delay and another turn of the event loop. */
async function serve(answer: (response: http.ServerResponse) => void = response => response.end()) {
  const seen: (HttpRequest & HttpEnd)[] = []
  closing.push(watchHttpRequests({ ended: (request, end) => seen.push({ ...request, ...end }) }))
  const server = http.createServer(async (request, response) => {
    await delay(Number(request.headers['x-wait'] ?? 0))
    response.setHeader('x-seen', `${currentRequestId()} ${request.headers['x-request-id']}`)
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, seen }
}

test('a request keeps its id in its header, its response and its asynchronous work', async () => {
  const { url, port, seen } = await serve()
  const asked = [
    ['one', '20'],
    ['two', '0'],
  ].map(async ([id = '', wait = '']) => {
    const { headers } = await fetch(`${url}/x?q=secret`, { headers: { 'x-request-id': id, 'x-wait': wait } })
    return [headers.get('x-request-id'), headers.get('x-seen')]
  })
  expect(await Promise.all(asked)).toEqual([
    ['one', 'one one'],
    ['two', 'two two'],
  ])
  await expect.poll(() => seen.map(({ requestId }) => requestId).toSorted()).toEqual(['one', 'two'])
  expect(seen[0]).toMatchObject({ method: 'GET', pathname: '/x', port, status: 200 })
  expect(currentRequestId()).toBeNull()
})

test.each([
  ['x'.repeat(300), 'x'.repeat(100)],
  ['   ', null],
  ['é\u0080', null],
  [undefined, null],
  ['Job/SekefKt-ypNxjbw9igM634/0', null],
  ['Approval/4b1d', null],
  ['jobs/1', 'jobs/1'],
])('the id %j gives %j, or a new id', async (given, kept) => {
  const { url } = await serve()
  const { headers } = await fetch(url, given === undefined ? {} : { headers: { 'x-request-id': given } })
  if (kept === null) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  else expect(headers.get('x-request-id')).toBe(kept)
})

test('requests of one connection have different ids', async () => {
  const { url } = await serve()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => agent.destroy())
  const ask = () =>
    new Promise<string>(resolve => {
      http.get(url, { agent }, response => {
        response.resume()
        response.once('end', () => resolve(String(response.headers['x-seen'])))
      })
    })
  const [first, second] = [await ask(), await ask()]
  expect(first).not.toBe(second)
  for (const each of [first, second]) expect(each).toMatch(/^(\S{36}) \1$/)
})

test('reports 499 when the client disconnects before the response', async () => {
  const { url, seen } = await serve(() => {})
  const aborted = new AbortController()
  const asking = fetch(url, { signal: aborted.signal })
  setTimeout(() => aborted.abort(), 50)
  await expect(asking).rejects.toThrow()
  await expect.poll(() => seen).toMatchObject([{ status: 499 }])
})
