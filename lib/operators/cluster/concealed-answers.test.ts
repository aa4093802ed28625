import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createServerCertificates, type ServerCertificates } from '#embedded-garden/tls/certificates.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { importedClusterContext } from '../../../test/operators/imported-cluster-context.ts'
import {
  ADMIN_SECRET,
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import { clusterReconciler } from './cluster-reconciler.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PLACE = { resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER }
let world: KubeconfigWorld
let certificates: ServerCertificates
const servers: (Server | HttpsServer)[] = []
/** The errors for the log. */
const causes: string[] = []

beforeAll(async () => {
  world = await startKubeconfigWorld()
  certificates = await createServerCertificates(new Date())
})

afterAll(async () => {
  for (const server of servers) server.close()
  await world.stop()
})

async function portOf(server: Server | HttpsServer): Promise<number> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

function answering(status: number, body: string): Promise<number> {
  const { certificate: cert, privateKey: key } = certificates
  const server = createHttpsServer({ cert, key }, (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '7' }).end(body)
  })
  return portOf(server)
}

const BANNER = () =>
  portOf(
    createServer(socket => {
      socket.on('error', () => undefined)
      socket.end('SSH-2.0-OpenSSH_9.6\r\n')
    }),
  )

/** Conditions and events of an imported Cluster and of a request for it, without times and versions. */
async function resultOf(port: number): Promise<unknown> {
  const authority = Buffer.from(certificates.caCertificate).toString('base64')
  const config = `apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:${port}", certificate-authority-data: "${authority}" } }]
users: [{ name: u, user: { token: abc } }]
contexts: [{ name: c, context: { cluster: c, user: u } }]
current-context: c
`
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const { metadata } = await world.client.get<KubeObject>(place)
  const data = { config: Buffer.from(config).toString('base64') }
  await world.client.patch(place, { data }, { resourceVersion: metadata?.resourceVersion ?? '' })
  const events: string[] = []
  const { client } = world
  for (let runs = 0; runs < 2; runs++) {
    const context = importedClusterContext(world, await client.get<Cluster>(PLACE))
    await clusterReconciler({
      ...context,
      opener: { ...context.opener, onConcealed: (_, { message }) => void causes.push(message) },
      events: { record: (_kind, _object, { note }) => void events.push(note) },
    }).reconcile({ namespace: NAMESPACE, name: CLUSTER }, new AbortController().signal)
  }
  const name = `at-${port}`
  await world.apply(name)
  await expect(world.run(name)).rejects.toThrow()
  const { conditions: ofCluster } = (await client.get<Cluster>(PLACE)).status ?? {}
  const { conditions: ofRequest } = (await world.request(name)).status ?? {}
  const shown = [...(ofCluster ?? []), ...(ofRequest ?? [])].map(({ type, status, reason, message }) => {
    return { type, status, reason, message }
  })
  const noted = [...events, ...world.events.splice(0)].map(note => note.replaceAll(name, 'NAME'))
  return { shown, noted: noted.filter(note => note.includes('Could not')) }
}

test('an import shows the same for a closed port and for each answer that is not of a Kubernetes API', async () => {
  const { resourceVersion } = (await world.client.get<Cluster>(PLACE)).metadata
  await world.client.patch(PLACE, { spec: { administrators: ['olga@example.com'] } }, { resourceVersion })
  // The first run only records that administrators are being set up.
  await resultOf(await closedPort())
  const closed = await resultOf(await closedPort())
  expect(closed).toMatchObject({ shown: expect.arrayContaining([expect.objectContaining({ type: 'Ready' })]) })
  expect(JSON.stringify(closed)).toContain('does not answer as a Kubernetes API')
  expect(JSON.stringify(closed)).not.toContain('127.0.0.1')
  const answers = [
    await BANNER(),
    await answering(200, '<html>router</html>'),
    await answering(200, '{"status":"ok"}'),
    await answering(302, ''),
    await answering(401, 'password, please'),
    await answering(403, '{"error":"no"}'),
    await answering(404, '404 page not found'),
    await answering(409, 'taken'),
    await answering(429, 'slow down'),
    await answering(500, 'panic'),
  ]
  for (const port of answers) expect(await resultOf(port)).toEqual(closed)
  expect(new Set(causes).size).toBeGreaterThan(5)
})
