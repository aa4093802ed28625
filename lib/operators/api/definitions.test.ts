import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import {
  BROUGHT,
  type ChartServer,
  example,
  type Fields,
  KINDS,
  type Kind,
  nameOf,
  PATHS,
  SEEDS,
  startChartServer,
} from '#lib/operators/testing/chart-server.ts'
import type { ClusterStatus } from './cluster.ts'
import type { KubeconfigRequestStatus } from './kubeconfig-request.ts'
import type { SubscriptionRequestStatus } from './subscription-request.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ChartServer

beforeAll(async () => {
  server = await startChartServer()
})

afterAll(() => server.stop())

const BINDING = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' } as const
const TIME = '2026-11-23T10:00:00Z'
const ready = <Reason extends string>(reason: Reason) => [
  {
    type: 'Ready',
    status: 'True',
    observedGeneration: 1,
    lastTransitionTime: TIME,
    lastUpdateTime: TIME,
    reason,
    message: 'All is well.',
  } as const,
]

type Full<T> = { [Field in keyof T]-?: T[Field] }

const FULL_STATUS: {
  Cluster: Full<ClusterStatus>
  SubscriptionRequest: Full<SubscriptionRequestStatus>
  KubeconfigRequest: Full<KubeconfigRequestStatus>
} = {
  Cluster: {
    observedGeneration: 1,
    conditions: ready('Ready'),
    shootRef: { namespace: 'garden-kyma', name: 'c-1', uid: 'u-1' },
    bindingRef: BINDING,
    lastOperation: { type: 'Create', state: 'Processing', progress: 40 },
    administrators: ['user.id@sap.com'],
    administratorsBegun: ['other.id@sap.com'],
    administratorsCheck: { time: TIME, clusterUid: 'u-1', secretVersion: '7' },
    refusal: { fingerprint: '0a1b', message: 'Could not apply shoot c-1.', againAt: TIME },
  },
  SubscriptionRequest: {
    observedGeneration: 1,
    conditions: ready('Claimed'),
    gardenerSecretName: 'aws-1',
    bindingRef: BINDING,
    hyperscalerType: 'aws',
    claim: 'c-1',
    position: 1,
  },
  KubeconfigRequest: {
    observedGeneration: 1,
    conditions: ready('Issued'),
    kubeconfigSecretRef: { name: 'k-1', key: 'config' },
    expirationTimestamp: TIME,
    renewalTime: TIME,
    issuedAt: TIME,
    fingerprint: '0a1b',
    kubeconfig: 'LS0tLS1',
    serviceAccountRef: { namespace: 'hap', name: 'k-1' },
    clusterUid: 'u-1',
    rotatedAt: TIME,
    revokedAt: TIME,
    refusedAfterSeconds: 1.25,
    lastTokenExpiresAt: TIME,
  },
}
describe('the definitions of the chart', () => {
  test.each(KINDS)('accept the %s of the seed with every field', async kind => {
    const seed = SEEDS[kind]()
    const path = PATHS[kind].replace('cluster-operator', stringAt(objectAt(seed, 'metadata'), 'namespace'))
    const { status, body } = await server.call('POST', `${path}?fieldValidation=Strict`, { body: seed })
    expect({ status, body }).toMatchObject({ status: 201, body: { spec: seed.spec } })
    expect(body).not.toHaveProperty('status')
  })

  test('drop unknown fields, except those passed through to the shoot', async () => {
    const passing = { 'nat-gateway': { zones: [{ name: 'a', ips: 2 }] } }
    const body = example('Cluster', {
      'spec.unknown': 1,
      'spec.core.unknown': 1,
      'spec.infrastructure.unknown': 1,
      'spec.extensions.more': passing,
      'spec.infrastructure.providerConfig': passing,
    })
    const kept = example('Cluster', {
      'spec.extensions.more': passing,
      'spec.infrastructure.providerConfig': passing,
    })
    expect((await server.ask('POST', PATHS.Cluster, { body })).spec).toEqual(kept.spec)
    const refused = await server.create('Cluster', { ...body, metadata: { name: 'strict' } })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('spec.core.unknown')])
  })

  test('cannot refer to a Cluster of another namespace', async () => {
    const elsewhere = example('KubeconfigRequest', { 'spec.clusterNamespace': 'somebody-elses' })
    expect((await server.create('KubeconfigRequest', elsewhere)).status).toBe(400)
    const kept = await server.ask('POST', PATHS.KubeconfigRequest, { body: elsewhere })
    expect(kept.spec).not.toHaveProperty('clusterNamespace')
  })

  test('set defaults', async () => {
    const defaulted = async (kind: Kind, fields: Fields) =>
      objectAt((await server.create(kind, example(kind, fields))).body as JsonObject, 'spec')
    expect(await defaulted('Cluster', { 'spec.infrastructure.numberOfZones': null })).toMatchObject({
      infrastructure: { numberOfZones: 1 },
    })
    expect(await defaulted('Cluster', { spec: BROUGHT })).toEqual({
      kubeconfigSecretRef: { name: 'mine', key: 'config' },
    })
    expect(await defaulted('KubeconfigRequest', {})).toMatchObject({ output: 'secret' })
  })

  test('contain every field of the status types', async () => {
    for (const [kind, status] of Object.entries(FULL_STATUS)) {
      const made = example(kind as Kind)
      await server.create(kind as Kind, made)
      const stored = await server.setStatus(kind as Kind, nameOf(made), status)
      expect(stored.status).toEqual(status)
    }
  })

  test('have short names and a category', async () => {
    for (const [group, shortNames] of [
      ['operator.kyma-project.io', [['hapc'], ['kcreq']]],
      ['control-plane.kyma-project.io', [['subreq']]],
    ] as const) {
      const resources = objectsAt(await server.ask('GET', `/apis/${group}/v1alpha1`), 'resources')
      const plain = resources.filter(({ name }) => !String(name).includes('/'))
      expect(plain.map(resource => resource.shortNames)).toEqual(shortNames)
      expect(plain.every(({ categories }) => String(categories) === 'hap')).toBe(true)
    }
  })
})

describe('kubectl get', () => {
  const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

  test.each<[Kind, string[], Json[]]>([
    [
      'Cluster',
      ['Name', 'Ready', 'Reason', 'Plan', 'Provider', 'Region', 'Shoot', 'Account*', 'Message*', 'Age'],
      ['True', 'Ready', 'trial', 'aws', 'eu-central-1', 'c-1', 'aws-1', 'All is well.'],
    ],
    [
      'SubscriptionRequest',
      ['Name', 'Ready', 'Reason', 'Provider', 'Account', 'Position', 'Selector*', 'Message*', 'Age'],
      ['True', 'Claimed', 'aws', 'aws-1', 1, 'abcd-0001', 'All is well.'],
    ],
    [
      'KubeconfigRequest',
      ['Name', 'Ready', 'Reason', 'Cluster', 'Secret', 'Expires', 'Renewal*', 'Message*', 'Age'],
      ['True', 'Issued', 'example-cluster', 'k-1', TIME, TIME, 'All is well.'],
    ],
  ])('prints the important columns of a %s, and with -o wide (*) more', async (kind, columns, cells) => {
    const made = example(kind)
    await server.create(kind, made)
    await server.setStatus(kind, nameOf(made), FULL_STATUS[kind])
    const table = await server.ask('GET', `${PATHS[kind]}/${nameOf(made)}`, { headers: TABLE })
    expect(
      objectsAt(table, 'columnDefinitions').map(({ name, priority }) => `${name}${priority === 1 ? '*' : ''}`),
    ).toEqual(columns)
    const [row] = objectsAt(table, 'rows')
    expect(row?.cells).toEqual([nameOf(made), ...cells, expect.stringMatching(/^\d+s$/)])
  })
})
