import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { OpenRequests } from './open-requests.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach(end => void end()))

async function serve(answer: RequestListener): Promise<{ url: string; open: OpenRequests }> {
  const open = new OpenRequests()
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  ends.push(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, open }
}

test('a request under way is answered, and closes its connection', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  const { url, open } = await serve((_, response) => arrived.resolve(response))
  const asked = fetch(url)
  const response = await arrived.promise
  let drained = false
  const draining = open.drain(10_000).then(() => {
    drained = true
  })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(drained).toBe(false)
  response.end('done')
  const answer = await asked
  expect([await answer.text(), answer.headers.get('connection')]).toEqual(['done', 'close'])
  await draining
  await expect(fetch(url)).rejects.toThrow()
})

test('a stream of events is ended at once', async () => {
  const { url, open } = await serve((_, response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.write('data: 1\n\n')
  })
  const stream = await fetch(url)
  const begun = performance.now()
  await open.drain(10_000)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await expect(stream.text()).rejects.toThrow()
})

test('what is never answered is waited for only so long', async () => {
  const { url, open } = await serve(() => {})
  const asked = fetch(url).catch(() => 'gone')
  await new Promise(resolve => setTimeout(resolve, 100))
  const begun = performance.now()
  await open.drain(200)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(190)
  ends.splice(0).forEach(end => void end())
  expect(await asked).toBe('gone')
})

test('without a request there is nothing to wait for', async () => {
  const { open } = await serve(() => {})
  await open.drain(10_000)
})
