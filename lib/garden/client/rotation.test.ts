import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServerCertificates } from '#embedded-garden/tls/certificates.ts'
import {
  type ClientAuthority,
  CURVE,
  createClientAuthority,
  createClientCertificate,
} from '#embedded-garden/tls/client-certificates.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { createGardenClient, type GardenClient } from './client.ts'
import { loadKubeconfig } from './kubeconfig.ts'

const PLACE = { resource: SHOOTS, namespace: 'n', name: 's' }
/** Longer than the interval between reloads of the kubeconfig. */
const LATER_MS = 11_000

const folder = temporaryFolders('rotation')
let authority: ClientAuthority
let server: Server
let trust: string
let [accepted, now] = ['', 0]

/** Accepts only requests whose bearer token or client certificate has the accepted name. */
beforeAll(async () => {
  authority = await createClientAuthority(new Date(), CURVE)
  const { privateKey, certificate, caCertificate } = await createServerCertificates(new Date())
  trust = caCertificate
  const tls = { key: privateKey, cert: certificate, ca: authority.certificate, requestCert: true }
  server = createServer({ ...tls, rejectUnauthorized: false }, (request, response) => {
    const socket = request.socket as TLSSocket
    const name = socket.authorized ? socket.getPeerCertificate().subject.CN : null
    const isIn = request.headers.authorization === `Bearer ${accepted}` || name === accepted
    response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isIn ? { metadata: { name: 's' } } : { kind: 'Status', reason: 'Unauthorized' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => void server.close())

/** A client for a kubeconfig with this user, in a folder whose files may change. */
function clientBy(place: string, user: Readonly<Record<string, string>>): GardenClient {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ca = Buffer.from(trust).toString('base64')
  const config = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': ca } }],
    users: [{ name: 'u', user }],
  }
  const file = path.join(place, 'kubeconfig')
  writeFileSync(file, JSON.stringify(config))
  return createGardenClient({ access: loadKubeconfig(file), version: '1', clock: () => now })
}

/** The name that the current files authenticate. */
async function isLetIn(client: GardenClient): Promise<boolean> {
  return client.get(PLACE).then(
    () => true,
    () => false,
  )
}

test('uses a rotated token file without a restart', async () => {
  const place = folder()
  const file = path.join(place, 'token')
  writeFileSync(file, 'first')
  const client = clientBy(place, { tokenFile: file })
  accepted = 'first'
  expect(await isLetIn(client)).toBe(true)
  accepted = 'second'
  now += LATER_MS
  expect(await isLetIn(client), 'the old one').toBe(false)
  writeFileSync(file, 'second')
  now += LATER_MS
  expect(await isLetIn(client), 'the new one').toBe(true)
  client.close()
})

test('uses a rotated client certificate without a restart, on a new connection', async () => {
  const place = folder()
  const [certificate, key] = [path.join(place, 'client.crt'), path.join(place, 'client.key')]
  const issue = async (commonName: string) => {
    const issued = await createClientCertificate(authority, { commonName, organization: 'o' }, new Date(), 3_600)
    writeFileSync(certificate, issued.certificate)
    writeFileSync(key, issued.privateKey)
  }
  await issue('first')
  const client = clientBy(place, { 'client-certificate': certificate, 'client-key': key })
  accepted = 'first'
  expect(await isLetIn(client)).toBe(true)
  accepted = 'second'
  now += LATER_MS
  expect(await isLetIn(client), 'the old one').toBe(false)
  await issue('second')
  now += LATER_MS
  expect(await isLetIn(client), 'the new one').toBe(true)
  client.close()
})

test('trusts a rotated authority in the kubeconfig without a restart, and reports an unknown one', async () => {
  const place = folder()
  accepted = 'first'
  const client = clientBy(place, { token: 'first' })
  expect(await isLetIn(client)).toBe(true)
  const { privateKey, certificate, caCertificate } = await createServerCertificates(new Date())
  server.setSecureContext({ key: privateKey, cert: certificate, ca: authority.certificate })
  server.closeAllConnections()
  now += LATER_MS
  await expect(client.get(PLACE), 'the old one').rejects.toThrow(/certificate of the server is not trusted/)
  trust = caCertificate
  clientBy(place, { token: 'first' }).close()
  now += LATER_MS
  await client.patch(PLACE, {}, { resourceVersion: '1' })
  client.close()
})

test('uses a replaced kubeconfig without a restart', async () => {
  const place = folder()
  const client = clientBy(place, { token: 'first' })
  accepted = 'first'
  expect(await isLetIn(client)).toBe(true)
  accepted = 'second'
  clientBy(place, { token: 'second' }).close()
  now += LATER_MS
  expect(await isLetIn(client)).toBe(true)
  client.close()
})
