import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type JsonObject, objectAt } from '#embedded-garden/json.ts'
import {
  BROUGHT,
  blamed,
  type ChartServer,
  example,
  type Fields,
  type Kind,
  nameOf,
  startChartServer,
} from '#lib/operators/testing/chart-server.ts'
import { BY_RULE, BY_SCHEMA } from '#lib/operators/testing/refusals.ts'
import type { ClusterSpec } from './cluster.ts'
import type { SubscriptionRequestSpec } from './subscription-request.ts'
import { type FieldProblem, validateCluster, validateSubscriptionRequest } from './validate-cluster.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ChartServer

beforeAll(async () => {
  server = await startChartServer()
})

afterAll(() => server.stop())

const BINDING = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' }

const specOf = <Spec>(made: JsonObject) => objectAt(made, 'spec') as unknown as Spec

/** The same rules as functions; KubeconfigRequests are validated elsewhere. */
const PURE: Readonly<Partial<Record<Kind, (spec: JsonObject) => readonly FieldProblem[]>>> = {
  Cluster: made => validateCluster(specOf<ClusterSpec>(made)),
  SubscriptionRequest: made => validateSubscriptionRequest(specOf<SubscriptionRequestSpec>(made)),
}

describe('a new object', () => {
  test.each(BY_SCHEMA)('%s with %j is rejected by the schema at %s', async (kind, fields, field, message) => {
    const answer = await server.create(kind, example(kind, fields))
    expect(answer.status).toBe(422)
    expect(blamed(answer)).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })])
  })

  test.each(BY_RULE)('%s with %j is rejected by a rule at %s', async (kind, fields, field, message) => {
    const made = example(kind, fields)
    const answer = await server.create(kind, made)
    expect(answer.status).toBe(422)
    expect(blamed(answer)).toEqual([{ field, reason: 'FieldValueInvalid', message: `Invalid value: ${message}` }])
    const pure = PURE[kind]?.(made)
    if (pure)
      expect(pure).toEqual([{ field, message: expect.stringMatching(new RegExp(`^${RegExp.escape(message)}`)) }])
  })

  test.each<[Kind, Fields]>([
    ...[
      'abcd-0001',
      'shared',
      '"globalaccount:abcd-0001" || "shared"',
      'shared||a',
      ' a ',
      'globalaccount:shared || shared',
      'a'.repeat(63),
    ].map((text): [Kind, Fields] => ['Cluster', { 'spec.infrastructure.subscriptionSelector': text }]),
    ['Cluster', { 'spec.core.purpose': 'production', 'spec.core.platformRegion': 'cf-eu11', 'spec.euAccess': true }],
    ['Cluster', { spec: { ...BROUGHT, administrators: ['user.id@sap.com'] } }],
    ['SubscriptionRequest', { 'spec.plan': 'azure_lite', 'spec.region': 'westeurope', 'spec.cluster': 'c-1' }],
    [
      'KubeconfigRequest',
      { 'spec.role': null, 'spec.clusterRole.rules': [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] },
    ],
    ['KubeconfigRequest', { 'spec.expiration': 600, 'spec.output': 'status' }],
  ])('%s with %j is accepted', async (kind, fields) => {
    const made = example(kind, fields)
    expect(PURE[kind]?.(made) ?? []).toEqual([])
    expect(await server.create(kind, made)).toMatchObject({ status: 201 })
  })
})

const FIXED_SUBSCRIPTION =
  'subscriptionSelector, plan, region, platformRegion and euAccess cannot be changed once the account is bound; make a new SubscriptionRequest'

/** Rejected changes: always, or once the object has its account. */
const CHANGES: readonly (readonly [
  kind: Kind,
  fields: Fields,
  when: 'always' | 'once bound',
  field: string,
  message: string,
])[] = [
  [
    'Cluster',
    { 'spec.infrastructure.provider': 'gcp' },
    'always',
    'spec.infrastructure.provider',
    'provider cannot be changed; make a new Cluster',
  ],
  [
    'Cluster',
    { 'spec.core.region': 'eu-west-1' },
    'always',
    'spec.core.region',
    'region cannot be changed; make a new Cluster',
  ],
  [
    'Cluster',
    {
      'spec.infrastructure': null,
      'spec.core': null,
      'spec.oidcConfig': null,
      'spec.extensions': null,
      'spec.kubeconfigSecretRef.name': 'mine',
    },
    'always',
    'spec',
    'a cluster that was made cannot become one that is brought, nor the other way round; make a new Cluster',
  ],
  [
    'Cluster',
    { 'spec.infrastructure.subscriptionSelector': 'shared' },
    'once bound',
    'spec.infrastructure.subscriptionSelector',
    'subscriptionSelector cannot be changed once the cluster has its account',
  ],
  [
    'Cluster',
    { 'spec.euAccess': true },
    'once bound',
    'spec.euAccess',
    'euAccess cannot be changed once the cluster has its account',
  ],
  [
    'Cluster',
    { 'spec.core.platformRegion': 'cf-eu11' },
    'once bound',
    'spec.core.platformRegion',
    'platformRegion cannot be changed once the cluster has its account',
  ],
  [
    'SubscriptionRequest',
    { 'spec.provider': 'gcp' },
    'always',
    'spec.provider',
    'provider cannot be changed; make a new SubscriptionRequest',
  ],
  ...(['subscriptionSelector', 'plan', 'region', 'platformRegion'] as const).map(
    name => ['SubscriptionRequest', { [`spec.${name}`]: 'other' }, 'once bound', 'spec', FIXED_SUBSCRIPTION] as const,
  ),
  ['SubscriptionRequest', { 'spec.euAccess': true }, 'once bound', 'spec', FIXED_SUBSCRIPTION],
  [
    'KubeconfigRequest',
    { 'spec.cluster': 'other' },
    'always',
    'spec.cluster',
    'cluster cannot be changed; make a new KubeconfigRequest',
  ],
]

describe('a change', () => {
  test.each(CHANGES)('of a %s to %j is rejected %s', async (kind, fields, when, field, message) => {
    const made = example(kind)
    await server.create(kind, made)

    if (when === 'once bound') {
      expect(await server.change(kind, nameOf(made), fields, '?dryRun=All')).toMatchObject({ status: 200 })
      made.status = { bindingRef: { ...BINDING } }
      await server.setStatus(kind, nameOf(made), made.status)
    }
    const answer = await server.change(kind, nameOf(made), fields)
    expect(answer.status).toBe(422)
    expect(blamed(answer)).toEqual([{ field, reason: 'FieldValueInvalid', message: `Invalid value: ${message}` }])
  })

  test.each<[Kind, Fields]>([
    ['Cluster', { 'spec.infrastructure.autoScalerMax': 9, 'spec.infrastructure.machineType': 'm6i.large' }],
    ['Cluster', { 'spec.administrators': [], 'spec.extensions.more': { a: 1 } }],
    ['Cluster', { 'metadata.labels.plan': 'aws' }],
    ['SubscriptionRequest', { 'spec.cluster': 'c-2' }],
    ['KubeconfigRequest', { 'spec.clusterRole': null, 'spec.expiration': 900 }],
    ['KubeconfigRequest', { 'metadata.annotations': { 'operator.kyma-project.io/rotate': 'true' } }],
  ])('of a %s to %j is accepted, also with an account', async (kind, fields) => {
    const made = example(kind)
    await server.create(kind, made)
    if (kind !== 'KubeconfigRequest') await server.setStatus(kind, nameOf(made), { bindingRef: { ...BINDING } })
    expect(await server.change(kind, nameOf(made), fields)).toMatchObject({ status: 200 })
  })
})
