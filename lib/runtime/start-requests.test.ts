import { once } from 'node:events'
import http, { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { noteRequestUser } from '#lib/telemetry/request-scope.ts'
import { Shutdown } from './shutdown.ts'
import { OpenRequests, startRequests } from './start-requests.ts'

const logged = vi.hoisted(() => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn() }))
vi.mock('#lib/telemetry/log.ts', () => ({ log: () => logged }))

test.each([
  ['a write of a user', 'POST', 'oidc:ada', 204, 'info'],
  ['a read of a user', 'GET', 'oidc:ada', 200, 'debug'],
  ['a method that the address does not accept, without a session', 'PUT', null, 405, 'debug'],
  ['OPTIONS without a session', 'OPTIONS', null, 204, 'debug'],
  ['a refused request', 'POST', null, 401, 'info'],
  ['a failure', 'POST', null, 500, 'warn'],
] as const)('logs %s at its level', async (_, method, user, status, level) => {
  const shutdown = new Shutdown(error => expect.unreachable(String(error)))
  onTestFinished(() => shutdown.run())
  startRequests({ of: pathname => pathname, stream: '/events' }, shutdown)
  const { url } = await serve((_, response) => {
    if (user !== null) noteRequestUser(user)
    response.writeHead(status).end()
  })
  const pathname = `/${level}-${method}-${status}`
  await fetch(url + pathname, { method })
  const lines = () =>
    Object.entries(logged).flatMap(([name, { mock }]) => mock.calls.map(([line]) => ({ name, ...line })))
  await expect.poll(lines).toContainEqual(expect.objectContaining({ name: level, route: pathname, status }))
})

test('a late subscriber finds open requests and receives their end', async () => {
  const shutdown = new Shutdown(error => expect.unreachable(String(error)))
  onTestFinished(() => shutdown.run())
  const requests = startRequests({ of: pathname => pathname, stream: '/events' }, shutdown)
  const answers: ServerResponse[] = []
  const server = http.createServer((_, response) => void answers.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const early = fetch(`${url}/early`)
  await expect.poll(() => Array.from(requests.open, ({ pathname }) => pathname)).toEqual(['/early'])
  const begun: string[] = []
  const ended: string[] = []
  requests.subscribe({
    begun: ({ pathname }) => void begun.push(pathname),
    ended: ({ pathname }, { status }) => void ended.push(`${pathname} ${status}`),
  })
  const late = fetch(`${url}/late`)
  await expect.poll(() => answers.length).toBe(2)
  expect(begun).toEqual(['/late'])
  for (const each of answers) each.end()
  for (const each of await Promise.all([early, late])) await each.text()

  await expect.poll(() => ended.toSorted()).toEqual(['/early 200', '/late 200'])
  expect(requests.open.size).toBe(0)
})

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

test('an open request gets its response, and its connection closes', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  const { url, open } = await serve((_, response) => arrived.resolve(response))
  const asked = fetch(url)
  const response = await arrived.promise
  let drained = false
  const draining = open.drain(10_000).then(() => {
    drained = true
  })
  await expect(fetch(url)).rejects.toThrow()
  expect(drained).toBe(false)
  response.end('done')
  const answer = await asked
  expect([await answer.text(), answer.headers.get('connection')]).toEqual(['done', 'close'])
  await draining
  await expect(fetch(url)).rejects.toThrow()
})

test('an event stream is ended immediately', async () => {
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

test('stops waiting for a request without a response after the timeout', async () => {
  const arrived = Promise.withResolvers<void>()
  const { url, open } = await serve(() => arrived.resolve())
  const asked = fetch(url).catch(() => 'gone')
  await arrived.promise
  const begun = performance.now()
  await open.drain(200)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(190)
  ends.splice(0).forEach(end => void end())
  expect(await asked).toBe('gone')
})

test('does not wait without open requests', async () => {
  const { open } = await serve(() => {})
  await open.drain(10_000)
})
