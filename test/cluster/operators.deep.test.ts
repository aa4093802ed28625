import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import type { ClusterSpec } from '#lib/operators/api/cluster.ts'
import { validateCluster } from '#lib/operators/api/validate-cluster.ts'
import { chartDefinitions, withEmptyTexts } from '#lib/operators/testing/chart.ts'
import {
  applyChart,
  bindRole,
  blamed,
  example,
  KINDS,
  nameOf,
  PATHS,
  SEEDS,
  writesTo,
} from '#lib/operators/testing/chart-server.ts'
import { BY_RULE, BY_SCHEMA } from '#lib/operators/testing/refusals.ts'
import { clusterTarget } from '../contract/cluster-target.ts'
import { HttpClient } from '../contract/http-client.ts'
import { type Caller, MERGE } from '../embedded-garden/caller.ts'
import { testCluster } from './test-cluster.ts'

const kubeconfigs = testCluster()
if (!kubeconfigs) throw new Error('No cluster is set. Run `npm run test:deep -- cluster`.')
const clients: HttpClient[] = []
const [admin, viewer, operator] = [kubeconfigs.admin, kubeconfigs.viewer, kubeconfigs.operator].map(serverAs)
/** Definitions to delete at the end. The test is skipped on a cluster that already has the kinds. */
const made: string[] = []

function serverAs(kubeconfig: string): Pick<Caller, 'call' | 'ask'> {
  const { connection, identify } = clusterTarget(kubeconfig)
  const client = new HttpClient(connection)
  clients.push(client)
  const call: Caller['call'] = (method, path, { body, type, headers } = {}) =>
    client.send({
      method,
      path,
      headers: {
        ...identify('admin'),
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  return {
    call,
    ask: async (method, path, options) => {
      const { status, body } = await call(method, path, options)
      if (status >= 300 || !isObject(body)) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
      return body
    },
  }
}

if (!admin || !viewer || !operator) throw new Error('The three users of the cluster are missing.')
const { create, setStatus } = writesTo(admin)
/** Servers before 1.25 drop validation rules of a definition. */
let knowsRules = true

beforeAll(async () => {
  const { major, minor } = await admin.ask('GET', '/version')
  knowsRules = Number(major) > 1 || Number.parseInt(String(minor), 10) >= 25
  await applyChart(admin, knowsRules ? chartDefinitions() : chartDefinitions().map(withEmptyTexts), made)
  made.push(await bindRole(admin, 'viewer', 'hap-cluster-reader'))
  made.push(await bindRole(admin, 'operator', 'hap-kubeconfig-requester'))
})

afterAll(async () => {
  for (const path of made.toReversed()) await admin.call('DELETE', path)
  for (const client of clients) client.close()
})

describe('the chart on a real cluster', () => {
  test.each(KINDS)('accepts the %s of the seed, and preserves its spec', async kind => {
    const seed = SEEDS[kind]()
    const path = PATHS[kind].replace('cluster-operator', stringAt(objectAt(seed, 'metadata'), 'namespace'))
    const { status, body } = await admin.call('POST', path, { body: seed })
    expect({ status, body }).toMatchObject({ status: 201, body: { spec: seed.spec } })
    expect(body).not.toHaveProperty('status')
    await admin.ask('DELETE', `${path}/${nameOf(seed)}`)
  })

  test('drops unknown fields, except those that pass through to the shoot', async () => {
    const passing = { 'spec.extensions.more': { a: [{ b: 1 }] }, 'spec.infrastructure.providerConfig': { nat: 2 } }
    const unknown = { 'spec.unknown': 1, 'spec.core.unknown': 1, 'spec.infrastructure.unknown': 1 }
    const body = example('Cluster', { ...passing, ...unknown })
    expect((await admin.ask('POST', PATHS.Cluster, { body })).spec).toEqual(example('Cluster', passing).spec)
  })

  test.each(BY_SCHEMA)('refuses a %s with %j by the schema at %s', async (kind, fields, field, message) => {
    const answer = await create(kind, example(kind, fields))
    expect(answer.status).toBe(422)
    // Older servers usually omit the index of a list item.
    const place = (path: string) => (knowsRules ? path : path.replaceAll(/\[\d+\]/g, ''))
    const found = blamed(answer).map(cause => ({ field: place(cause.field), message: cause.message }))
    expect(found).toContainEqual({ field: place(field), message: expect.stringMatching(message) })
  })

  test.each(BY_RULE)(
    'refuses a %s with %j by the rule of its definition, otherwise by the operators',
    async (kind, fields, field, message) => {
      const { status, body } = await create(kind, example(kind, fields))
      expect(status).toBe(knowsRules ? 422 : 201)
      if (knowsRules) expect(JSON.stringify(body)).toContain(message)
      else if (kind === 'Cluster') expect(validateCluster(storedSpec(body))).toMatchObject([{ field }])
    },
  )

  test('accepts rules for the core group, and conditions without messages', async () => {
    const request = example('KubeconfigRequest', {
      'spec.clusterRole.rules': [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    })
    expect(await create('KubeconfigRequest', request)).toMatchObject({ status: 201, body: { spec: request.spec } })
    const condition = {
      type: 'Ready',
      status: 'True',
      lastTransitionTime: '2026-11-23T10:00:00Z',
      reason: 'Issued',
      message: '',
    }
    const status = { conditions: [condition] }
    expect(await setStatus('KubeconfigRequest', nameOf(request), status)).toMatchObject({ status })
  })

  test('permits readers to read Clusters and requesters to write KubeconfigRequests, and no more', async () => {
    const statuses = async (server: typeof admin) =>
      Promise.all(
        KINDS.flatMap(kind => [
          server.call('GET', PATHS[kind]),
          server.call('POST', `${PATHS[kind]}?dryRun=All`, { body: example(kind) }),
        ]),
      ).then(answers => answers.map(({ status }) => status))
    expect(await statuses(viewer)).toEqual([200, 403, 403, 403, 403, 403])
    expect(await statuses(operator)).toEqual([403, 403, 403, 403, 200, 201])
  })

  test('does not permit readers to change or delete Clusters, or to update their status', async () => {
    const made = await admin.ask('POST', PATHS.Cluster, { body: example('Cluster') })
    const path = `${PATHS.Cluster}/${nameOf(made)}`
    const patch = { body: { metadata: { labels: { a: 'b' } }, status: { conditions: [] } }, type: MERGE }
    const deeds: readonly Parameters<Caller['call']>[] = [
      ['GET', path],
      ['GET', `${path}/status`],
      ['PATCH', path, patch],
      ['PUT', path, { body: made }],
      ['PATCH', `${path}/status`, patch],
      ['PUT', `${path}/status`, { body: made }],
      ['DELETE', path],
      ['DELETE', PATHS.Cluster],
    ]
    const statuses: number[] = []
    for (const deed of deeds) statuses.push((await viewer.call(...deed)).status)
    expect(statuses).toEqual([200, 200, 403, 403, 403, 403, 403, 403])
    expect(await admin.ask('GET', path)).toEqual(made)
  })
})

function storedSpec(body: unknown): ClusterSpec {
  return (body as { readonly spec: ClusterSpec & JsonObject }).spec
}
