import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { handleRequest } from './handle-request.ts'
import { type Route, read, write } from './operation.ts'
import { reply } from './reply.ts'

const logged = vi.hoisted(() => vi.fn((_error: unknown) => 'reference'))
const refused = vi.hoisted(() => vi.fn())
const auth = vi.hoisted(() => ({ observes: false }))

vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth, audit: { refused }, context: () => ({}) }) }))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: logged }))
vi.mock('#lib/auth/session.ts', () => ({
  requireSession: async () => ({ user: { id: 'u', name: 'olga', role: 'operator' } }),
  NotAuthorisedError: class extends Error {},
}))

beforeEach(() => {
  logged.mockClear()
  refused.mockClear()
})

const ask = (route: Route, init: RequestInit = {}, params = {}) =>
  handleRequest(route, new Request('http://console/api/v1/x', { method: route.method, ...init }), {
    params,
    parameters: [],
  })

const failing = (signal: AbortSignal) =>
  read('/x', {
    summary: '',
    answers: { 200: z.unknown() },
    run: () => {
      signal.throwIfAborted()
      throw new Error('a fault')
    },
  })

test('returns 499 to a browser that disconnected, and logs any other error', async () => {
  const aborted = AbortSignal.abort()
  expect((await ask(failing(aborted), { signal: aborted })).status).toBe(499)
  expect(logged).not.toHaveBeenCalled()
  expect((await ask(failing(new AbortController().signal))).status).toBe(500)
  expect(logged).toHaveBeenCalledOnce()
})

test('records a body that is not JSON under the name of the action in the path', async () => {
  const route = write('POST', '/things/:verb', {
    summary: '',
    answers: { 204: null },
    action: ({ verb }) => `do ${verb}`,
    target: ({ verb }) => `Thing/${verb}`,
    run: async () => new Response('done'),
  })
  const answer = await ask(
    route,
    { body: '{"a" 1}', headers: { 'content-type': 'application/json' } },
    { verb: 'hold' },
  )
  expect(answer.status).toBe(400)
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ action: 'do hold', targets: ['Thing/hold'] }),
    'The body is not JSON: see line 1, column 6.',
  )
})

test('in observe mode refuses and records a write, unless it changes only own data', async () => {
  auth.observes = true
  onTestFinished(() => {
    auth.observes = false
  })
  const declared = { summary: '', answers: { 204: null }, action: 'write', run: async () => new Response('done') }
  const init = { body: '{}', headers: { 'content-type': 'application/json' } }
  const answer = await ask(write('POST', '/claims', declared), init)
  expect(answer.status).toBe(403)
  expect((await answer.json()).detail).toContain('HAP_MODE=observe')
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ action: 'write' }),
    expect.stringContaining('HAP_MODE=observe'),
  )
  expect((await ask(write('POST', '/views', { ...declared, ownData: true }), init)).status).toBe(200)
})

test('authorises before it reads the body', async () => {
  const steps: string[] = []
  const route = write('POST', '/things/:id', {
    summary: '',
    answers: { 204: null },
    action: 'a',
    authorise: async ({ params }) => void steps.push(`authorise ${params.id}`),
    run: async ({ params, body }) => {
      steps.push(`run ${params.id} ${JSON.stringify(body)}`)
      return new Response(null, { status: 204 })
    },
  })
  const source = {
    pull: (controller: ReadableStreamDefaultController<Uint8Array>) => {
      steps.push('read')
      controller.enqueue(new TextEncoder().encode('{}'))
      controller.close()
    },
  }
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const init = { body, duplex: 'half', headers: { 'content-type': 'application/json' } }
  expect((await ask(route, init, { id: 'c-1' })).status).toBe(204)
  expect(steps).toEqual(['authorise c-1', 'read', 'run c-1 {}'])
})

test('returns the status and headers of a reply, which no cache stores', async () => {
  const route = read('/x', {
    summary: '',
    answers: { 201: z.object({ a: z.number() }) },
    run: () => reply({ a: 1 }, { status: 201, headers: { location: '/x' } }),
  })
  const answer = await ask(route)
  expect(answer.status).toBe(201)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    location: '/x',
  })
  expect(await answer.json()).toEqual({ a: 1 })
})

test('returns 304 to a client with the current response', async () => {
  const route = read('/x', {
    summary: '',
    tagged: 'answer',
    answers: { 200: z.object({ a: z.number() }) },
    run: () => ({ a: 1 }),
  })
  const etag = (await ask(route)).headers.get('etag') ?? ''
  const answer = await ask(route, { headers: { 'if-none-match': etag } })
  expect([answer.status, await answer.text()]).toEqual([304, ''])
})

test('logs a reply that does not fit its schema, without its values', async () => {
  const route = read('/x', {
    summary: '',
    answers: { 200: z.object({ a: z.number() }) },
    run: () => ({ a: 'secret' }) as unknown as { a: number },
  })
  expect((await ask(route)).status).toBe(200)
  expect(String(logged.mock.lastCall?.[0])).toBe(
    'Error: The reply of GET /x does not fit its schema: a (invalid_type).',
  )
})

test('ends the body stream of a HEAD response', async () => {
  const cancel = vi.fn()
  const route = read('/x', {
    summary: '',
    answers: { 200: { media: ['text/csv'] } },
    run: () => new Response(new ReadableStream({ cancel })),
  })
  await ask(route, { method: 'HEAD' })
  expect(cancel).toHaveBeenCalledOnce()
})
