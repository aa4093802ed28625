import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { CredentialsBindingObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { isAllowed } from '../../../test/garden/is-allowed.ts'
import { QUICK_CLOCK } from '../../../test/kit/clock.ts'
import { landscape } from '../../../test/kit/landscape.ts'
import { createGardenClient, type GardenClient } from './client.ts'
import { GardenError } from './garden-error.ts'

const NAMESPACE = LANDSCAPE_NAMESPACE
const BINDING = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE, name: 'sap-azure-skr-cust-00005' }
const SECRET = { resource: SECRETS, namespace: NAMESPACE, name: BINDING.name }

let garden: Garden
const clients: GardenClient[] = []

beforeAll(async () => {
  garden = await createGarden({
    throttle: false,
    faults: true,
    refuseSecretDataTo: 'hap-console',
    clock: QUICK_CLOCK,
  })
  garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
})

afterAll(async () => {
  for (const client of clients) client.close()
  await garden.stop()
})

function as(user: 'viewer' | 'operator'): GardenClient {
  const client = createGardenClient({ access: accessBy(garden.kubeconfig(user)), version: 'test' })
  clients.push(client)
  return client
}

async function errorOf(work: Promise<unknown>): Promise<GardenError> {
  const error = await work.catch((cause: unknown) => cause)
  if (!(error instanceof GardenError)) throw new Error('expected a GardenError', { cause: error })
  return error
}

const read = (client: GardenClient) => client.get<CredentialsBindingObject>(BINDING)
const versionOf = (object: CredentialsBindingObject) => object.metadata?.resourceVersion ?? ''

describe('on a server that behaves like Gardener', () => {
  test('a patch of the current version is written, one of an older version is a conflict', async () => {
    const client = as('operator')
    const before = await read(client)
    const change = { metadata: { labels: { tenantName: 'ga-1' } } }
    const after = await client.patch<CredentialsBindingObject>(BINDING, change, { resourceVersion: versionOf(before) })
    expect(after.metadata?.labels?.tenantName).toBe('ga-1')
    expect(await errorOf(client.patch(BINDING, change, { resourceVersion: versionOf(before) }))).toMatchObject({
      kind: 'conflict',
      status: 409,
      certainty: 'no',
    })
  })

  test('a dry run shows the outcome and writes nothing', async () => {
    const client = as('operator')
    const before = await read(client)
    const options = { resourceVersion: versionOf(before), dryRun: true }
    const preview = await client.patch<CredentialsBindingObject>(
      BINDING,
      { metadata: { labels: { dirty: 'true' } } },
      options,
    )
    expect(preview.metadata?.labels?.dirty).toBe('true')
    expect(await read(client)).toEqual(before)
  })

  test('one of five concurrent claims of a binding wins', async () => {
    const client = as('operator')
    const resourceVersion = versionOf(await read(client))
    const claims = Array.from({ length: 5 }, (_unused, i) =>
      client.patch(BINDING, { metadata: { labels: { tenantName: `ga-race-${i}` } } }, { resourceVersion }).then(
        () => 'won',
        (error: GardenError) => error.kind,
      ),
    )
    expect((await Promise.all(claims)).sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'won'])
  })

  test('names the permission that a viewer lacks for a write', async () => {
    const client = as('viewer')
    const resourceVersion = versionOf(await read(client))
    const error = await errorOf(client.patch(BINDING, {}, { resourceVersion }))
    expect(error.permission).toEqual({
      verb: 'patch',
      resource: 'credentialsbindings',
      group: 'security.gardener.cloud',
      namespace: NAMESPACE,
    })
  })

  test('an invalid label is reported with 500 characters of the server', async () => {
    const client = as('operator')
    const resourceVersion = versionOf(await read(client))
    const error = await errorOf(
      client.patch(BINDING, { metadata: { labels: { tenantName: 'a b' } } }, { resourceVersion }),
    )
    expect(error).toMatchObject({ kind: 'invalid', status: 422 })
    expect(error.message).toMatch(
      /see metadata\.labels\. Message of the server: .*metadata\.labels: Invalid value: "a b"/,
    )
    expect(error.serverMessage?.length).toBeLessThanOrEqual(500)
  })

  test('a missing binding is not found, and an unreachable Gardener is unavailable', async () => {
    const client = as('viewer')
    expect((await errorOf(client.get({ ...BINDING, name: 'nobody' }))).kind).toBe('not-found')
    garden.services.aggregatedApi.stop()
    expect((await errorOf(client.get(BINDING))).kind).toBe('unavailable')
    garden.services.aggregatedApi.start()
    await expect.poll(() => read(client).then(versionOf), { timeout: 15_000 }).not.toBe('')
  }, 20_000)

  test('a write whose response is lost has an unknown outcome', async () => {
    const client = as('operator')
    const before = await read(client)
    garden.faults.add({ match: { verb: 'patch' }, mishap: { type: 'lose-answer' } })
    const change = { metadata: { labels: { tenantName: 'ga-lost' } } }
    const error = await errorOf(client.patch(BINDING, change, { resourceVersion: versionOf(before) }))
    expect(error).toMatchObject({ kind: 'unreachable', certainty: 'unknown' })
    expect((await read(client)).metadata?.labels?.tenantName).toBe('ga-lost')
  })

  test('returns only metadata of Secrets', async () => {
    const client = as('operator')
    const secret = await client.get<Record<string, unknown>>(SECRET)
    expect(secret.kind).toBe('PartialObjectMetadata')
    expect(Object.keys(secret).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
    expect(garden.services.secretGuard.refused).toEqual([])
  })

  test('returns the permissions of an identity from reviews', async () => {
    const patch = {
      verb: 'patch',
      resource: 'credentialsbindings',
      group: 'security.gardener.cloud',
      namespace: NAMESPACE,
    }
    const getSecret = { verb: 'get', resource: 'secrets', group: '', namespace: NAMESPACE }
    const [viewer, operator] = [as('viewer'), as('operator')]
    expect([await isAllowed(viewer, patch), await isAllowed(operator, patch)]).toEqual([false, true])
    expect([await isAllowed(viewer, getSecret, 'x'), await isAllowed(operator, getSecret, 'x')]).toEqual([false, true])
  })

  test('sends nothing to a server that the kubeconfig does not trust', async () => {
    const access = accessBy(garden.kubeconfig('viewer'), config => {
      config.clusters = config.clusters.map(({ caData: _trust, ...cluster }) => cluster)
    })
    const client = createGardenClient({ access, version: 'test' })
    clients.push(client)
    const before = garden.requests.count()
    const error = await errorOf(client.get({ resource: SHOOTS, namespace: NAMESPACE, name: 'x' }))
    expect(error.kind).toBe('unreachable')
    expect(error.message).toMatch(/not trusted .* Check certificate-authority and server in the kubeconfig\.$/)
    expect(garden.requests.count()).toBe(before)
  })

  test('a proxy in the kubeconfig is used on one keep-alive connection', async () => {
    let tunnels = 0
    const proxy = http.createServer().on('connect', (request, socket) => {
      tunnels++
      const [host, port] = (request.url ?? '').split(':')
      const upstream = net.connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(socket).pipe(upstream)
      })
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as net.AddressInfo
    const access = accessBy(garden.kubeconfig('viewer'), config => {
      config.clusters = config.clusters.map(cluster => ({ ...cluster, proxyUrl: `http://127.0.0.1:${port}` }))
    })
    const client = createGardenClient({ access, version: 'test' })
    for (let i = 0; i < 3; i++) await read(client)
    expect(tunnels).toBe(1)
    client.close()
    proxy.close()
  })

  test('returns unauthenticated for an unknown token', async () => {
    const access = accessBy(garden.kubeconfig('viewer'), config => {
      config.users = config.users.map(user => ({ ...user, token: 'nobody' }))
    })
    const client = createGardenClient({ access, version: 'test' })
    clients.push(client)
    expect((await errorOf(client.get(BINDING))).message).toMatch(/does not accept the credentials \(401\)/)
  })
})
