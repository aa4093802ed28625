import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { Admission } from './admission.ts'
import { openGate } from './gate.ts'
import { gatePass } from './gate-headers.ts'
import { parseTrustedProxies } from './request-origin.ts'

let server: Server
afterEach(() => void server?.close())

interface Settings {
  trusted?: string[]
  publicUrl?: string
  port?: number
  path?: string
  method?: string
  admission?: Admission
  /** Handles upgrade requests without a response, as Next.js does. */
  takesUp?: boolean
}

/** A server behind the gate that responds with what it receives. */
async function listening(settings: Settings = {}): Promise<{ readonly port: number }> {
  server = createServer((asked, answer) =>
    answer.end(JSON.stringify({ ...asked.headers, method: asked.method, url: asked.url })),
  )
  if (settings.takesUp) server.on('upgrade', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const trusted = parseTrustedProxies(settings.trusted ?? [])
  if (trusted === null) throw new Error('not a list')
  const publicUrl = settings.publicUrl === undefined ? null : new URL(settings.publicUrl)
  onTestFinished(
    openGate({
      port: settings.port ?? port,
      trusted,
      publicUrl,
      packed: new Set(),
      built: new Set(['/_next/static/chunks/a.js']),
      admission: Promise.resolve(settings.admission ?? (() => null)),
      onError: () => undefined,
    }),
  )
  return { port }
}

/** What a server behind the gate receives of a request, and the first headers of its response. */
async function passed(sent: Record<string, string>, settings: Settings) {
  const { port } = await listening(settings)
  const call = request({ host: '127.0.0.1', port, path: settings.path ?? '/', method: settings.method, headers: sent })
  call.end()
  const [answer] = await once(call, 'response')
  const text: string = (await answer.setEncoding('utf8').toArray()).join('')
  return { received: JSON.parse(text), answered: answer.headers }
}

const CLAIMED = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-user': 'admin',
  'x-real-ip': '198.51.100.7',
  forwarded: 'for=198.51.100.7',
  'x-middleware-subrequest': 'proxy:proxy:proxy',
  'x-hap-address': '/',
  'x-hap-method': 'TRACE',
  'x-hap-pass': 'a guess',
  'x-hap-local': 'yes',
  'x-request-id': 'of-the-client',
}

test('removes headers of proxies from requests of clients', async () => {
  const { received } = await passed(CLAIMED, {})
  const left = Object.keys(received).filter(name => name !== 'host' && !['connection', 'method', 'url'].includes(name))
  expect(left.toSorted()).toEqual(['x-forwarded-for', 'x-hap-pass', 'x-request-id'])
  expect(received).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'of-the-client' })
})

test.each<[string, Record<string, string>, string[], boolean]>([
  ['nothing', {}, [], true],
  ['a local name', { host: 'localhost:3000' }, [], true],
  ['a local name of IPv6', { host: '[::1]:3000' }, [], true],
  ['another name', { host: 'hap.example.com' }, [], false],
  ['a name that begins as a local one', { host: 'localhost.example.com' }, [], false],
  ['no name', { host: ':80' }, [], false],
  ['its sender', { 'x-forwarded-for': '127.0.0.1' }, [], false],
  ['it by its standard', { forwarded: 'for=127.0.0.1' }, [], false],
  ['it otherwise', { 'x-real-ip': '127.0.0.1' }, [], false],
  ['a proxy on the way', { via: '1.1 front' }, [], false],
  ['that it is local', { 'x-hap-local': 'yes', host: 'hap.example.com' }, [], false],
  ['by a trusted proxy a local address', { 'x-forwarded-for': '127.0.0.1' }, ['127.0.0.0/8'], true],
  ['by a trusted proxy another address', { 'x-forwarded-for': '198.51.100.7' }, ['127.0.0.1'], false],
  [
    'by a trusted proxy another name',
    { 'x-forwarded-for': '127.0.0.1', host: 'hap.example.com' },
    ['127.0.0.1'],
    false,
  ],
])('a request from this machine with %s', async (_, sent, trusted, local) => {
  const { received } = await passed(sent, { trusted })
  expect(received['x-hap-local']).toBe(local ? 'yes' : undefined)
})

test('accepts address, host and protocol from a trusted proxy, but no headers of the server', async () => {
  const { received } = await passed(CLAIMED, { trusted: ['127.0.0.0/8'] })
  expect(received).toMatchObject({
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  })
  for (const name of [
    'x-forwarded-user',
    'x-real-ip',
    'forwarded',
    'x-middleware-subrequest',
    'x-hap-address',
    'x-hap-method',
  ])
    expect(received).not.toHaveProperty(name)
})

test('adds the pass of this process to a request', async () => {
  const { received } = await passed({ 'x-hap-pass': 'a guess' }, {})
  expect(received['x-hap-pass']).toBe(gatePass())
})

test.each([
  ['TRACE', 'OPTIONS', 'TRACE'],
  ['GET', 'GET', undefined],
  ['DELETE', 'DELETE', undefined],
])('%s is passed on as %s', async (method, handedOn, noted) => {
  const { received } = await passed({}, { method })
  expect([received.method, received['x-hap-method']]).toEqual([handedOn, noted])
})

test('the configured public address wins over the headers of a proxy', async () => {
  const publicUrl = 'https://hap.example.com'
  for (const trusted of [[], ['127.0.0.1']]) {
    const { received } = await passed(CLAIMED, { trusted, publicUrl })
    expect(received).toMatchObject({ 'x-forwarded-host': 'hap.example.com', 'x-forwarded-proto': 'https' })
  }
})

test.each([
  ['http://hap.example.com', undefined],
  ['https://hap.example.com', 'max-age=63072000; includeSubDomains'],
])('responses of %s start with the security headers', async (publicUrl, strict) => {
  const { answered } = await passed({}, { publicUrl })
  expect(answered['strict-transport-security']).toBe(strict)
  expect(answered['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(answered).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test.each([
  ['/', "default-src 'none'; base-uri"],
  ['/api/v1/health', "default-src 'none'; base-uri"],
  ['/_next/static/chunks/a.js', "default-src 'none'; script-src 'self'; base-uri"],
])('only a worker may load its own parts: %s', async (path, policy) => {
  const { answered } = await passed({}, { path })
  expect(answered['content-security-policy']).toContain(policy)
})

test.each([
  ['/_next/static/chunks/a.js', '/_next/static/chunks/a.js'],
  ['/_next/static/chunks/b.js', '/no-such-file'],
  ['/jobs', '/jobs'],
])('only a file of the build bypasses the proxy: %s', async (path, url) => {
  expect((await passed({}, { path })).received.url).toBe(url)
})

test('does not affect other servers of the process', async () => {
  const { received, answered } = await passed(CLAIMED, { port: 1 })
  expect(received).toMatchObject(CLAIMED)
  expect(answered).not.toHaveProperty('content-security-policy')
})

test('responds to a WebSocket upgrade like to a plain request', async () => {
  const { received, answered } = await passed({ connection: 'Upgrade', upgrade: 'websocket' }, { takesUp: true })
  expect(received.url).toBe('/')
  expect(answered.connection).not.toBe('Upgrade')
})

/** The target of a request, byte by byte. */
async function sentTo(target: string, method = 'GET'): Promise<string> {
  const { port } = await listening()
  const socket = connect(port, '127.0.0.1')
  socket.end(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const text = (await socket.setEncoding('utf8').toArray()).join('')
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).url
}

test.each([
  ['http://evil.example/pools?q=a', '/pools?q=a'],
  ['HTTPS://evil.example', '/'],
  ['/pools?q=http://x', '/pools?q=http://x'],
  ['//evil.example/a', '//evil.example/a'],
  ['*', '/%'],
  ['http://', '/%'],
  ['http://[', '/%'],
  ['http://x:99999/', '/%'],
  ['ftp://x/', '/%'],
])('the target %s has the path %s', async (target, path) => {
  expect(await sentTo(target)).toBe(path)
})
