import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { isAbleTo } from '#lib/garden/access-review.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { type ScriptedServer, scriptedServer, sendJson } from '../../../test/garden/scripted-server.ts'
import { createGardenClient, type GardenClient } from './client.ts'
import { GardenError } from './garden-error.ts'

const NAMESPACE = 'garden-kyma'
const BINDING = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE, name: 'aws-1' }
const BINDINGS = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE }

let server: ScriptedServer
let client: GardenClient

async function start(answer: Parameters<typeof scriptedServer>[0], gzip = false): Promise<void> {
  server = await scriptedServer(answer)
  client = createGardenClient({ access: server.access, version: '1.2.3', gzip })
}

async function errorOf(work: Promise<unknown>): Promise<GardenError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(outcome instanceof GardenError)) throw new Error('expected a GardenError', { cause: outcome })
  return outcome
}

afterEach(async () => {
  client.close()
  await server.close()
})

describe('the client sends requests', () => {
  test('with its own User-Agent on one keep-alive connection', async () => {
    await start((_request, response) => sendJson(response, 200, { metadata: { name: 'aws-1' } }))
    for (let i = 0; i < 20; i++) await client.get(BINDING)
    expect(server.requests[0]?.headers['user-agent']).toBe('hap-console/1.2.3')
    expect(server.connections()).toBe(1)
  })

  test('to no other server, for any redirect', async () => {
    const stranger = await scriptedServer((_request, response) => sendJson(response, 200, { metadata: {} }))
    await start((_request, response) => response.writeHead(307, { location: stranger.access.server }).end())
    for (const work of [client.get(BINDING), client.patch(BINDING, {}, { resourceVersion: '1' })])
      expect((await errorOf(work)).status).toBe(307)
    expect([server.requests.length, stranger.requests.length]).toEqual([2, 0])
    await stranger.close()
  })

  test('but as a read-only client none that changes something, not even a dry run', async () => {
    await start((_request, response) => sendJson(response, 201, { metadata: {}, status: { allowed: true } }))
    const observer = createGardenClient({ access: server.access, version: '1.2.3', readOnly: true })
    const writes = [
      () => observer.patch(BINDING, {}, { resourceVersion: '1' }),
      () => observer.patch(BINDING, {}, { resourceVersion: '1', dryRun: true }),
      () => observer.create(BINDINGS, { metadata: { name: 'a' } }),
      () => observer.delete(BINDING),
    ]
    for (const write of writes)
      expect(await errorOf(write())).toMatchObject({
        kind: 'forbidden',
        certainty: 'no',
        message: expect.stringMatching(/ this console only observes \(HAP_MODE=observe\)\.$/),
      })
    expect(server.requests).toEqual([])
    await observer.get(BINDING)
    const ability = { verb: 'patch', group: '', resource: 'secrets', namespace: NAMESPACE, name: null }
    expect(await isAbleTo(observer, ability)).toBe(true)
    observer.close()
  })

  test('and treats a null field as absent', async () => {
    const object = { metadata: { name: 'a', labels: null }, spec: { region: null, config: { a: null } }, status: null }
    const read = { metadata: { name: 'a' }, spec: { config: { a: null } } }
    await start((request, response) => {
      if (request.url?.includes('watch=true'))
        response.writeHead(200).end(`${JSON.stringify({ type: 'ADDED', object })}\n`)
      else if (request.url?.includes('limit=')) sendJson(response, 200, { items: [null, object], metadata: null })
      else sendJson(response, 200, object)
    })
    expect(await client.get(BINDING)).toEqual(read)
    const items: unknown[] = []
    await client.page(BINDINGS, { limit: 10 }, item => items.push(item))
    for await (const event of await client.watch(BINDINGS, {
      resourceVersion: '1',
      timeoutSeconds: 1,
      silenceMs: 1000,
    }))
      items.push(event.object)
    expect(items).toEqual([read, read])
  })

  test('only for metadata of Secrets, in every verb', async () => {
    await start((request, response) => {
      if (request.url?.includes('watch=true')) response.writeHead(200).end()
      else sendJson(response, 200, { items: [] })
    })
    const secrets = { resource: SECRETS, namespace: NAMESPACE }
    await client.get({ ...secrets, name: 's' })
    await client.page(secrets, { limit: 10 }, () => undefined)
    await client.patch({ ...secrets, name: 's' }, {}, { resourceVersion: '1' })
    for await (const _event of await client.watch(secrets, {
      resourceVersion: '1',
      timeoutSeconds: 1,
      silenceMs: 1000,
    })) {
      throw new Error('no event was sent')
    }
    expect(server.requests.map(request => request.headers.accept)).toEqual([
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    ])
  })

  test('for no Secret data by any other path', async () => {
    await start((_request, response) => sendJson(response, 200, {}))
    const call = { doing: 'read a Secret', permission: null, method: 'GET' }
    for (const path of ['/api/v1/secrets', '/api/v1/namespaces/n/secrets/x', '/api/v1/namespaces/n/secrets?limit=1']) {
      await expect(client.request({ ...call, path })).rejects.toThrow(/must be requested as PartialObjectMetadata/)
    }
    expect(server.requests).toHaveLength(0)
  })

  test('for a page with limit, token and selector, compressed on request', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      response.end(
        gzipSync(
          JSON.stringify({
            items: [{ metadata: { name: 'aws-1' } }],
            metadata: { resourceVersion: '7', continue: 'next' },
          }),
        ),
      )
    }, true)
    const items: KubeObject[] = []
    const collection = { ...BINDINGS, labelSelector: 'dirty=true' }
    const end = await client.page(collection, { limit: 5, continue: 'a=b' }, item => items.push(item))
    expect(items).toEqual([{ metadata: { name: 'aws-1' } }])
    expect(end).toEqual({ resourceVersion: '7', continue: 'next' })
    expect(server.requests[0]?.url).toBe(
      '/apis/security.gardener.cloud/v1alpha1/namespaces/garden-kyma/credentialsbindings?labelSelector=dirty%3Dtrue&limit=5&continue=a%3Db',
    )
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip')
  })

  test('for a patch under a resourceVersion, as a dry run on request', async () => {
    let body = ''
    await start((request, response) => {
      request.on('data', chunk => {
        body += String(chunk)
      })
      request.on('end', () => sendJson(response, 200, { metadata: { name: 'aws-1' } }))
    })
    await client.patch(
      BINDING,
      { metadata: { labels: { dirty: 'true', tenantName: null } } },
      { resourceVersion: '7', dryRun: true },
    )
    expect(JSON.parse(body)).toEqual({
      metadata: { labels: { dirty: 'true', tenantName: null }, resourceVersion: '7' },
    })
    expect(server.requests[0]?.url).toMatch(/\/aws-1\?dryRun=All$/)
    expect(server.requests[0]?.headers['content-type']).toBe('application/merge-patch+json')
  })

  test('with escaped names that cannot leave their path segment', async () => {
    await start((_request, response) => sendJson(response, 200, {}))
    await client.get({ ...BINDING, name: '../secrets/x?y' })
    expect(server.requests[0]?.url).toMatch(/credentialsbindings\/\.\.%2Fsecrets%2Fx%3Fy$/)
  })

  test('again if the server closed the pooled connection', async () => {
    await start((_request, response) => sendJson(response, 200, {}))
    await client.get(BINDING)
    server.dropIdleConnections()
    await client.get(BINDING)
    expect(server.requests).toHaveLength(2)
  })
})

describe('a refusal', () => {
  const status = (reason: string, message: string, more = {}) => ({ kind: 'Status', reason, message, ...more })
  const rbac =
    'shoots.core.gardener.cloud is forbidden: User "x" cannot list resource "shoots" in API group "core.gardener.cloud"'

  test.each([
    ['a bad token', 401, status('Unauthorized', 'RAW'), 'unauthenticated', /Renew those in the kubeconfig/],
    [
      'a role that lacks a permission',
      403,
      status('Forbidden', rbac),
      'forbidden',
      /needs "get" on credentialsbindings\.security\.gardener\.cloud in garden-kyma/,
    ],
    [
      'a Secret the writer may not read',
      403,
      status('Forbidden', 'x "aws-1" is forbidden:  cannot reference a Secret you are not allowed to read'),
      'forbidden',
      /needs "get" on that Secret/,
    ],
    [
      'a Secret that is gone',
      403,
      status('Forbidden', 'credentialsbindings.security.gardener.cloud "gone" is forbidden: secrets "gone" not found'),
      'forbidden',
      /credentials the binding refers to do not exist/,
    ],
    [
      'a Quota that is gone',
      403,
      status(
        'Forbidden',
        'credentialsbindings.security.gardener.cloud "x" is forbidden: quota.core.gardener.cloud "nope" not found',
      ),
      'forbidden',
      /a Quota that the binding names does not exist/,
    ],
    [
      'a Quota the writer may not read',
      403,
      status('Forbidden', 'x "aws-1" is forbidden:  cannot reference a quota you are not allowed to read'),
      'forbidden',
      /needs "get" on quotas\.core\.gardener\.cloud/,
    ],
    [
      'a binding in use',
      403,
      status(
        'Forbidden',
        'x is forbidden: finalizer must not be removed - credentials binding a/b is still in use by at least one shoot',
      ),
      'forbidden',
      /a shoot still uses the binding/,
    ],
    ['another admission rule', 403, status('Forbidden', 'x is forbidden: RAW'), 'forbidden', /admission rule/],
    [
      'admission that has just started',
      403,
      status('Forbidden', 'shoots.core.gardener.cloud "x" is forbidden: not yet ready to handle request'),
      'unavailable',
      /takes no writes yet/,
    ],
    ['a missing object', 404, status('NotFound', 'RAW'), 'not-found', /does not exist/],
    ['a kind that is not served', 404, '404 page not found RAW\n', 'not-served', /does not serve such objects/],
    [
      'a resource that is not served',
      404,
      { kind: 'Status', reason: 'NotFound', message: 'the server could not find the requested resource' },
      'not-served',
      /does not serve such objects/,
    ],
    ['a changed object', 409, status('Conflict', 'RAW'), 'conflict', /changed in the meantime/],
    ['an old version', 410, status('Expired', 'RAW'), 'gone', /no longer kept/],
    [
      'an invalid object',
      422,
      status('Invalid', 'RAW'.repeat(10_000), { details: { causes: [{ field: 'metadata.labels', message: 'RAW' }] } }),
      'invalid',
      /see metadata\.labels/,
    ],
    ['too many requests', 429, status('TooManyRequests', 'RAW'), 'throttled', /fewer requests/],
    ['a broken server', 500, status('InternalError', 'RAW'), 'unavailable', /problem of its own/],
    ['a late server', 504, status('Timeout', 'RAW'), 'timeout', /own time limit/],
    ['a Gardener that is down', 503, 'RAW service unavailable\n', 'unavailable', /problem of its own/],
    ['a proxy in the way', 302, '<html>RAW</html>', 'unexpected', /unexpected answer/],
  ] as const)('of %s says so in our own words', async (_name, code, body, kind, words) => {
    await start((_request, response) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response
        .writeHead(code, { 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' })
        .end(text)
    })
    const error = await errorOf(client.get(BINDING))
    expect(error).toMatchObject({ kind, status: code, certainty: code >= 500 ? 'unknown' : 'no' })
    expect(error.message).toMatch(words)
    expect(error.message).toMatch(/^Could not get CredentialsBinding aws-1 in garden-kyma: /)
    expect(error.message).not.toContain('RAW')
    expect(error.message.length).toBeLessThan(400)
  })

  test('names the missing permission and the retry time', async () => {
    await start((request, response) => {
      if (request.method === 'GET') return sendJson(response, 403, status('Forbidden', rbac))
      response.writeHead(429, { 'Retry-After': '7' }).end()
    })
    const permission = { verb: 'list', resource: 'shoots', group: 'core.gardener.cloud', namespace: NAMESPACE }
    expect(
      (await errorOf(client.page({ resource: SHOOTS, namespace: NAMESPACE }, { limit: 1 }, () => undefined)))
        .permission,
    ).toEqual(permission)
    expect((await errorOf(client.patch(BINDING, {}, { resourceVersion: '1' }))).retryAfterMs).toBe(7000)
  })
})

describe('a failure', () => {
  test('to connect names the address', async () => {
    await start(() => undefined)
    await server.close()
    const error = await errorOf(client.get(BINDING))
    expect(error).toMatchObject({ kind: 'unreachable', reason: 'ECONNREFUSED', status: null, certainty: 'no' })
    expect(error.message).toContain(`nothing answers at that address (${server.url})`)
  })

  test('to respond in time is a timeout with an unknown outcome for a write', async () => {
    await start(() => undefined)
    expect(await errorOf(client.get(BINDING, { withinMs: 50 }))).toMatchObject({
      kind: 'timeout',
      certainty: 'no',
    })
    const write = await errorOf(client.patch(BINDING, {}, { resourceVersion: '1', withinMs: 50 }))
    expect(write).toMatchObject({ kind: 'timeout', certainty: 'unknown' })
    expect(write.message).toContain('Whether it happened is not known.')
  })

  test('to send the rest of a body in time is a timeout', async () => {
    await start((_request, response) => response.writeHead(200, { 'Content-Length': '100' }).write('{'))
    expect((await errorOf(client.get(BINDING, { withinMs: 100 }))).kind).toBe('timeout')
  })

  test('in the middle of a response differs from an empty response', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    expect((await errorOf(client.get(BINDING))).kind).toBe('unreachable')
  })

  test('of a sent write has an unknown outcome, and nothing is sent twice', async () => {
    await start((request, response) => {
      request.resume()
      request.on('end', () => response.destroy())
    })
    const error = await errorOf(client.patch(BINDING, {}, { resourceVersion: '1' }))
    expect(error).toMatchObject({ kind: 'unreachable', certainty: 'unknown' })
    expect(server.requests).toHaveLength(1)
  })

  test.each(['not json', '"text"', 'null', ''])('to speak Kubernetes is unexpected: %j', async body => {
    await start((_request, response) => response.writeHead(200).end(body))
    expect((await errorOf(client.get(BINDING))).kind).toBe('unexpected')
  })

  test('that the caller requested rejects with its reason', async () => {
    await start(() => undefined)
    const reason = new Error('the page was closed')
    const abort = new AbortController()
    setTimeout(() => abort.abort(reason), 20)
    await expect(client.get(BINDING, { signal: abort.signal })).rejects.toBe(reason)
    await expect(client.get(BINDING, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('a watch', () => {
  const watch = (silenceMs = 1000) => client.watch(BINDINGS, { resourceVersion: '5', timeoutSeconds: 60, silenceMs })
  const line = (event: unknown) => `${JSON.stringify(event)}\n`

  async function collect(silenceMs?: number): Promise<unknown[]> {
    const events: unknown[] = []
    for await (const event of await watch(silenceMs)) events.push(event)
    return events
  }

  test('yields its events for any split of the lines, until the server ends it', async () => {
    const events = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'].map(type => ({
      type,
      object: { metadata: { name: 'ü' } },
    }))
    const bytes = Buffer.from(events.map(line).join(''))
    await start((_request, response) => {
      response.writeHead(200)
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
      response.end()
    })
    expect(await collect()).toEqual(events)
    expect(server.requests[0]?.url).toContain(
      '?watch=true&allowWatchBookmarks=true&resourceVersion=5&timeoutSeconds=60',
    )
  })

  test.each([
    ['gone', { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'RAW' } }, 'gone'],
    ['a fault of the server', { type: 'ERROR', object: { kind: 'Status', code: 500 } }, 'unavailable'],
    ['no event at all', { hello: 'world' }, 'unexpected'],
    ['an unknown type', { type: 'RENAMED', object: {} }, 'unexpected'],
  ] as const)('throws for %s', async (_name, event, kind) => {
    await start((_request, response) => response.writeHead(200).end(line(event)))
    expect((await errorOf(collect())).kind).toBe(kind)
  })

  test('is unreachable when cut off, and a timeout when silent', async () => {
    await start((_request, response) => {
      response.writeHead(200).write(line({ type: 'BOOKMARK', object: {} }))
      if (server.requests.length === 1) setTimeout(() => response.destroy(), 20)
    })
    expect((await errorOf(collect())).kind).toBe('unreachable')
    expect((await errorOf(collect(50))).kind).toBe('timeout')
  })

  test('ends with its connection when the caller leaves it', async () => {
    let closed = false
    await start((_request, response) => {
      response.on('close', () => {
        closed = true
      })
      response.writeHead(200).write(line({ type: 'BOOKMARK', object: {} }))
    })
    for await (const _event of await watch()) break
    await expect.poll(() => closed).toBe(true)
  })
})
