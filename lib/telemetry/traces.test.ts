import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { measure } from '#lib/util/measured.ts'
import { watchHttpRequests } from './http-requests.ts'
import { startTraces } from './traces.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status?: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

async function listening(server: http.Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An OTLP receiver over HTTP with JSON, and a server whose requests are traced to it. */
async function traced(work: () => Promise<unknown>) {
  const spans: SentSpan[] = []
  const services = new Set<string>()
  const receiver = http.createServer(async (request, response) => {
    const sent = JSON.parse((await buffer(request)).toString())
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      for (const { key, value } of resource.attributes) if (key === 'service.name') services.add(value.stringValue)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const endpoint = await listening(receiver)
  const traces = startTraces({
    endpoint,
    version: '1',
    routeOf: pathname => pathname,
    isTraced: route => route !== '/healthz',
  })
  onTestFinished(watchHttpRequests(traces))
  const closed: Promise<unknown>[] = []
  const server = http.createServer(async (request, response) => {
    closed.push(once(response, 'close'))
    if (request.url !== '/healthz') await work().catch(() => {})
    response.end()
  })
  const url = await listening(server)
  const stop = async () => {
    await Promise.all(closed)
    await traces.stop()
  }
  return { url, spans, services, stop }
}

const gardener = { verb: 'patch', resource: 'credentialsbindings', group: 'security.gardener.cloud' }

test('a request, its claim and its calls to Gardener and the database are one trace, which continues that of the caller', async () => {
  const { url, spans, services, stop } = await traced(() =>
    measure('claim', { verb: 'claim' }, async () => {
      await measure('database-transaction', {}, async () => {})
      await measure('gardener-request', gardener, () => Promise.reject(new TypeError('https://secret.example.com')))
    }),
  )
  const trace = 'a'.repeat(32)
  await fetch(`${url}/api/v1/claims`, {
    headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01`, 'x-request-id': 'one' },
  })
  await fetch(`${url}/healthz`)
  await expect.poll(() => measure('database-transaction', {}, async () => true)).toBe(true)
  await stop()

  const named = (name: string) => {
    const found = spans.filter(span => span.name === name)
    expect({ name, found: found.length }).toEqual({ name, found: 1 })
    return found[0] as SentSpan
  }
  const request = named('GET /api/v1/claims')
  const claim = named('claim claim')
  expect(request).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16) })
  expect(request.attributes).toContainEqual({ key: 'hap.request_id', value: { stringValue: 'one' } })
  expect(claim).toMatchObject({ traceId: trace, parentSpanId: request.spanId, status: { code: 2 } })
  for (const child of [named('database transaction'), named('gardener patch credentialsbindings')])
    expect(child).toMatchObject({ traceId: trace, parentSpanId: claim.spanId })
  expect(named('gardener patch credentialsbindings').attributes).toContainEqual({
    key: 'error.type',
    value: { stringValue: 'TypeError' },
  })
  // The health check and a transaction outside of a request have no trace.
  expect(spans.filter(span => !['GET /api/v1/claims', 'claim claim'].includes(span.name))).toHaveLength(2)
  expect(JSON.stringify(spans)).not.toContain('secret.example.com')
  expect([...services]).toEqual(['hap-console'])
})

test('two concurrent requests are two traces', async () => {
  let arrived = 0
  const both = Promise.withResolvers<void>()
  const { url, spans, stop } = await traced(() =>
    measure('gardener-request', gardener, () => {
      if (++arrived === 2) both.resolve()
      return both.promise
    }),
  )
  await Promise.all([fetch(`${url}/a`), fetch(`${url}/b`)])
  await stop()
  for (const name of ['GET /a', 'GET /b']) {
    const request = spans.find(span => span.name === name)
    expect(spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)).toHaveLength(1)
  }
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2)
})

test('a missing receiver delays nothing', async () => {
  const traces = startTraces({ endpoint: 'http://127.0.0.1:9', version: '1', routeOf: () => '/', isTraced: () => true })
  await measure('claim', { verb: 'claim' }, async () => 1)
  await traces.stop()
})
