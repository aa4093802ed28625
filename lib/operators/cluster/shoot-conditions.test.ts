import { expect, test } from 'vitest'
import type { ShootStatus } from './live-shoot.ts'
import { provisionedBy, shootFindings, shootForeign, shootGone } from './shoot-conditions.ts'

const healthy = {
  type: 'APIServerAvailable',
  status: 'True',
  reason: 'HealthzRequestSucceeded',
  message: 'API server /healthz endpoint responded with success status code.',
}
const nodes = { type: 'EveryNodeReady', status: 'False', reason: 'NodeUnhealthy', message: 'Node n-1 is not ready.' }
const of = (...conditions: object[]) => shootFindings({ status: { conditions } })

test('equal those of Gardener, in a fixed order', () => {
  expect(of(nodes, healthy)).toEqual([healthy, nodes])
})

test('are empty without a shoot, and before Gardener has reconciled it', () => {
  expect([shootFindings(null), shootFindings({}), of()]).toEqual([[], [], []])
})

test('of unknown types are omitted, and each type occurs once', () => {
  expect(
    of({ ...healthy, type: 'Ready' }, { ...healthy, type: 'toString' }, healthy, { ...healthy, status: 'False' }),
  ).toEqual([healthy])
})

test.each([
  ['Progressing', 'Unknown', 'Progressing: Node n-1 is not ready.'],
  ['Unknown', 'Unknown', 'Node n-1 is not ready.'],
  ['', 'Unknown', 'Node n-1 is not ready.'],
])('a status %j is mapped to a standard one', (status, expected, message) => {
  expect(of({ ...nodes, status })).toEqual([{ ...nodes, status: expected, message }])
})

test.each(['', 'two words', 'Ends:', 'A'.repeat(2_000), undefined])(
  'a reason %j is mapped to one the API accepts',
  reason => {
    expect(of({ ...nodes, reason })).toMatchObject([{ reason: 'NotGiven' }])
  },
)

test('a long message is truncated, a missing one is empty', () => {
  expect(Buffer.byteLength(of({ ...nodes, message: 'ö'.repeat(50_000) })[0]?.message ?? '')).toBeLessThanOrEqual(1_024)
  expect(of({ type: 'EveryNodeReady', status: 'True', reason: 'Ready' })).toMatchObject([{ message: '' }])
})

const ACCOUNT = 'CredentialsBinding aws-1'
const operation = (type: string, state: string, progress = 40) => ({ type, state, progress })
const error = (...codes: string[]) => [{ codes, description: 'AKIAIOSFODNN7EXAMPLE is not authorized' }]
const api = (status: string) => [{ type: 'APIServerAvailable', status }]

const CASES: readonly [string, ShootStatus, string, string][] = [
  ['nothing yet', {}, 'False', 'ShootCreating'],
  ['being made', { lastOperation: operation('Create', 'Processing') }, 'False', 'ShootCreating'],
  ['waiting to be made', { lastOperation: operation('Create', 'Pending') }, 'False', 'ShootCreating'],
  ['made', { lastOperation: operation('Create', 'Succeeded', 100) }, 'True', 'ShootReady'],
  [
    'reconciled',
    { lastOperation: operation('Reconcile', 'Succeeded', 100), conditions: api('True') },
    'True',
    'ShootReady',
  ],
  ['reconciling', { lastOperation: operation('Reconcile', 'Processing') }, 'True', 'ShootReconciling'],
  [
    'migrating',
    { lastOperation: operation('Migrate', 'Processing'), conditions: api('False') },
    'False',
    'ShootReconciling',
  ],
  [
    'without its API server',
    { lastOperation: operation('Reconcile', 'Succeeded'), conditions: api('False') },
    'False',
    'ShootReconciling',
  ],
  ['not to be made', { lastOperation: operation('Create', 'Failed') }, 'False', 'ShootFailed'],
  ['hibernated', { hibernated: true, lastOperation: operation('Reconcile', 'Succeeded') }, 'False', 'ShootHibernated'],
  [
    'of a broken account',
    { lastOperation: operation('Create', 'Error'), lastErrors: error('ERR_INFRA_UNAUTHENTICATED') },
    'False',
    'AccountUnauthenticated',
  ],
  [
    'of an account without rights',
    { lastOperation: operation('Create', 'Error'), lastErrors: error('ERR_INFRA_UNAUTHORIZED') },
    'False',
    'AccountUnauthorized',
  ],
  [
    'of a full account',
    {
      lastOperation: operation('Create', 'Error'),
      lastErrors: error('ERR_CONFIGURATION_PROBLEM', 'ERR_INFRA_QUOTA_EXCEEDED'),
    },
    'False',
    'AccountQuotaExceeded',
  ],
  [
    'of a throttled account that runs',
    { lastOperation: operation('Reconcile', 'Error'), lastErrors: error('ERR_INFRA_RATE_LIMITS_EXCEEDED') },
    'True',
    'AccountRateLimited',
  ],
  [
    'without machines',
    { lastOperation: operation('Create', 'Error'), lastErrors: error('ERR_INFRA_RESOURCES_DEPLETED') },
    'False',
    'AccountResourcesDepleted',
  ],
  [
    'wrongly configured',
    { lastOperation: operation('Create', 'Error'), lastErrors: error('ERR_CONFIGURATION_PROBLEM') },
    'False',
    'ShootFailed',
  ],
  [
    'in unknown trouble',
    { lastOperation: operation('Reconcile', 'Error'), lastErrors: error() },
    'True',
    'ShootFailed',
  ],
  [
    'hibernated in trouble',
    { hibernated: true, lastOperation: operation('Reconcile', 'Error'), lastErrors: error('ERR_INFRA_UNAUTHORIZED') },
    'True',
    'AccountUnauthorized',
  ],
]

test.each(CASES)('a shoot %s', (_, status, expected, reason) => {
  const found = provisionedBy({ status }, ACCOUNT)
  expect(found).toMatchObject({ type: 'ClusterProvisioned', status: expected, reason })
  expect(found.message).toMatch(/\.$/)
  expect(found.message).not.toContain('AKIA')
})

test('names account and code if the account is at fault, and all codes otherwise', () => {
  const lastOperation = operation('Create', 'Error')
  expect(
    provisionedBy({ status: { lastOperation, lastErrors: error('ERR_INFRA_QUOTA_EXCEEDED') } }, ACCOUNT).message,
  ).toBe(
    'The account of CredentialsBinding aws-1 has a problem: a quota at the provider is exhausted; raise it, or delete unused resources (ERR_INFRA_QUOTA_EXCEEDED).',
  )
  const others = [...error('ERR_PROBLEMATIC_WEBHOOK'), ...error('ERR_PROBLEMATIC_WEBHOOK', 'ERR_INFRA_DEPENDENCIES')]
  expect(provisionedBy({ status: { lastOperation, lastErrors: others } }, ACCOUNT).message).toContain(
    ': ERR_PROBLEMATIC_WEBHOOK, ERR_INFRA_DEPENDENCIES.',
  )
})

test('names the unhealthy conditions of a shoot', () => {
  const conditions = [...api('True'), { type: 'EveryNodeReady', status: 'False' }]
  expect(
    provisionedBy({ status: { lastOperation: operation('Reconcile', 'Succeeded'), conditions } }, ACCOUNT),
  ).toMatchObject({
    status: 'True',
    message: 'The cluster is running. Gardener reports failing conditions: EveryNodeReady.',
  })
})

test('a shoot that is terminating, deleted or foreign', () => {
  const going = {
    metadata: { deletionTimestamp: '2026-11-23T10:00:00Z' },
    status: { lastOperation: operation('Delete', 'Processing') },
  }
  expect(provisionedBy(going, ACCOUNT)).toMatchObject({
    status: 'False',
    reason: 'ShootDeleting',
    message: 'The shoot is being deleted, 40%.',
  })
  expect(shootGone('c-1')).toMatchObject({ status: 'False', reason: 'ShootGone' })
  expect(shootForeign('c-1')).toMatchObject({ status: 'False', reason: 'ShootForeign' })
})
