import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  bindRole,
  type ChartServer,
  example,
  KINDS,
  type Kind,
  nameOf,
  PATHS,
  startChartServer,
} from '#lib/operators/testing/chart-server.ts'
import { MERGE } from '../../../test/embedded-garden/caller.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const REQUESTER = 'hap-kubeconfig-requester'
const READER = 'hap-cluster-reader'
const ADMIN = 'hap-cluster-admin'
const OPERATORS = 'hap-operators'
const SWEEP = 'hap-operators-sweep'
const LOOKING = 'hap-console-read'
/** Bound in addition to LOOKING, because pages need both to act. */
const CONSOLE = 'hap-console-act'

let server: ChartServer

beforeAll(async () => {
  server = await startChartServer([READER, REQUESTER, ADMIN, OPERATORS, SWEEP, LOOKING, CONSOLE])
  await bindRole(server, CONSOLE, LOOKING)
})

afterAll(() => server.stop())

type Deed = [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  kind: Kind,
  part: '' | '/NAME' | '/NAME/status' | '?watch=1&timeoutSeconds=1',
]

describe('the roles', () => {
  const reading: Deed[] = KINDS.flatMap((kind): Deed[] => [
    ['GET', kind, ''],
    ['GET', kind, '/NAME'],
    ['GET', kind, '/NAME/status'],
    ['GET', kind, '?watch=1&timeoutSeconds=1'],
  ])
  const writing: Deed[] = KINDS.flatMap((kind): Deed[] => [
    ['POST', kind, ''],
    ['PATCH', kind, '/NAME'],
    ['DELETE', kind, '/NAME'],
  ])
  const saying: Deed[] = KINDS.map((kind): Deed => ['PATCH', kind, '/NAME/status'])
  const collections: Deed[] = KINDS.map((kind): Deed => ['DELETE', kind, ''])

  /** True if a user is permitted; the operation runs on an object created for it. */
  async function may(token: string, [method, kind, part]: Deed): Promise<boolean> {
    const made = example(kind)
    if (part.includes('NAME')) await server.create(kind, made)
    const path = `${PATHS[kind]}${part.replace('NAME', nameOf(made))}${method === 'DELETE' ? '?dryRun=All' : ''}`
    const body = method === 'POST' ? made : method === 'PATCH' ? { metadata: { labels: { a: 'b' } } } : undefined
    const type = method === 'PATCH' ? MERGE : undefined
    const { status } = await server.call(method, path, { token, ...(body && { body }), ...(type && { type }) })
    if (status !== 403 && status >= 300) throw new Error(`${method} ${path}: ${status}`)
    return status !== 403
  }

  /** The operations that a user is permitted. */
  const allowed = async (token: string, deeds: readonly Deed[]) => {
    const found: Deed[] = []
    for (const deed of deeds) if (await may(token, deed)) found.push(deed)
    return found
  }
  const of = (kind: Kind, deeds: readonly Deed[]) => deeds.filter(deed => deed[1] === kind)

  test(`${READER} reads Clusters, and cannot write or see anything else`, async () => {
    expect(await allowed(READER, reading)).toEqual(of('Cluster', reading))
    expect(await allowed(READER, [...writing, ...saying, ...collections])).toEqual([])
  })

  test(`${REQUESTER} reads and writes KubeconfigRequests only, without their status`, async () => {
    expect(await allowed(REQUESTER, reading)).toEqual(of('KubeconfigRequest', reading))
    expect(await allowed(REQUESTER, writing)).toEqual(of('KubeconfigRequest', writing))
    expect(await allowed(REQUESTER, [...saying, ...collections])).toEqual([])
  })

  test(`${ADMIN} reads and writes all three, without their status`, async () => {
    const all = [...reading, ...writing, ...collections]
    expect(await allowed(ADMIN, all)).toEqual(all)
    expect(await allowed(ADMIN, saying)).toEqual([])
  })

  test(`${OPERATORS} writes every status, and creates and deletes SubscriptionRequests only`, async () => {
    const parts = reading.filter(([, , part]) => !part.includes('status'))
    expect(await allowed(OPERATORS, reading)).toEqual(parts)
    const own = of('SubscriptionRequest', writing)
    const changes = writing.filter(deed => deed[0] === 'PATCH' || own.includes(deed))
    expect(await allowed(OPERATORS, writing)).toEqual(changes)
    expect(await allowed(OPERATORS, saying)).toEqual(saying)
    expect(await allowed(OPERATORS, collections)).toEqual([])
  })

  test(`${SWEEP} lists both kinds of requests, and nothing else`, async () => {
    const lists = reading.filter(([, kind, part]) => kind !== 'Cluster' && part === '')
    expect(await allowed(SWEEP, reading)).toEqual(lists)
    expect(await allowed(SWEEP, [...writing, ...saying, ...collections])).toEqual([])
  })

  test(`${LOOKING} watches all three, and writes nothing`, async () => {
    expect(await allowed(LOOKING, reading)).toEqual(reading.filter(([, , part]) => !part.includes('status')))
    expect(await allowed(LOOKING, [...writing, ...saying, ...collections])).toEqual([])
  })

  test(`${CONSOLE} watches, creates and deletes all three, updates no SubscriptionRequest, and writes no status`, async () => {
    const parts = reading.filter(([, , part]) => !part.includes('status'))
    expect(await allowed(CONSOLE, reading)).toEqual(parts)
    const kept = writing.filter(deed => deed[0] === 'PATCH' && deed[1] === 'SubscriptionRequest')
    expect(await allowed(CONSOLE, writing)).toEqual(writing.filter(deed => !kept.includes(deed)))
    expect(await allowed(CONSOLE, [...saying, ...collections])).toEqual([])
  })

  const [LEASES, EVENTS, ROLES] = [
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    '/apis/events.k8s.io/v1/namespaces/default/events',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ]

  test.each([
    ['GET', '/api/v1/namespaces/default', 200],
    ['GET', '/api/v1/namespaces', 403],
    ['GET', '/api/v1/namespaces/default/secrets', 200],
    ['GET', `${LEASES}/none`, 404],
    ['GET', LEASES, 403],
    ['DELETE', `${LEASES}/none`, 403],
    ['GET', EVENTS, 403],
    ['DELETE', `${EVENTS}/none`, 403],
    ['GET', '/api/v1/namespaces/default/configmaps', 403],
    ['GET', ROLES, 403],
  ])(`${OPERATORS}: %s %s responds with %d`, async (method, path, status) => {
    expect(await server.call(method, path, { token: OPERATORS })).toMatchObject({ status })
  })

  test.each([
    ['GET', EVENTS, 200],
    ['DELETE', `${EVENTS}/none`, 403],
    ['GET', `${LEASES}/none`, 404],
    ['PUT', `${LEASES}/none`, 403],
    ['GET', '/api/v1/namespaces/default/secrets/none', 404],
    ['GET', '/api/v1/namespaces/default/secrets', 403],
    ['GET', ROLES, 403],
  ])(`${CONSOLE}: %s %s responds with %d`, async (method, path, status) => {
    expect(await server.call(method, path, { token: CONSOLE })).toMatchObject({ status })
  })

  test.each([READER, REQUESTER, ADMIN, SWEEP, LOOKING])('%s can neither read Secrets nor list roles', async token => {
    for (const path of ['/api/v1/namespaces/default/secrets', '/apis/rbac.authorization.k8s.io/v1/clusterroles'])
      expect(await server.call('GET', path, { token })).toMatchObject({ status: 403 })
  })
})
