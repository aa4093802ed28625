import { expect, test } from 'vitest'
import type { Role } from '#lib/auth/roles.ts'
import { refusalError } from '#lib/garden/client/refusal.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { createRequest } from '../kubeconfigs/create-request.ts'
import { createCluster } from './cluster-creation.ts'
import { deleteCluster } from './delete-resource.ts'
import { createSubscription } from './subscription-creation.ts'

const CLUSTER = {
  metadata: { name: 'c', uid: 'u', generation: 1, resourceVersion: '1', labels: { globalaccountid: 'ga-9' } },
  spec: {},
}

/** Entries of the audit log, and the details of their outcomes. */
function recorder(create: (dryRun: boolean) => unknown = () => ({})) {
  const drafts: IntentDraft[] = []
  const details: (string | null)[] = []
  const audit = {
    refused: async (draft: IntentDraft, detail: string) => {
      drafts.push(draft)
      details.push(detail)
    },
    intent: async (draft: IntentDraft) => BigInt(drafts.push(draft)),
    outcome: async ({ detail }: { detail: string | null }) => void details.push(detail),
  }
  const control = {
    get: async () => CLUSTER,
    create: async (_place: object, _object: object, { dryRun }: { dryRun: boolean }) => create(dryRun),
    delete: async () => {},
  }
  const context = { audit, control, namespace: 'kcp', now: () => 0, exceptions: new Map() } as never
  return { drafts, details, context }
}

const by = (role: Role, input: unknown) => {
  const user = { id: 'demo', name: 'olivia', role } as never
  return { user, requestId: null, signedInAt: null, input }
}

const SAID = { reason: 'a tenant waits', ticket: 'T-1' }
const SELECTOR = '"globalaccount:ga-1" || "shared"'
const INFRASTRUCTURE = {
  provider: 'aws',
  machineType: 'm5.xlarge',
  autoScalerMin: 1,
  autoScalerMax: 2,
  numberOfZones: 1,
  subscriptionSelector: SELECTOR,
}
const MADE = { core: { region: 'eu-central-1' }, infrastructure: INFRASTRUCTURE }

test.each([
  ['is not in order', 'operator', { name: 'k', spec: { cluster: 'c' } }],
  ['is refused to a viewer', 'viewer', { name: 'k', spec: { cluster: 'c' } }],
] as const)('a KubeconfigRequest that %s is recorded with what it was about, and why', async (_, role, input) => {
  const { drafts, context } = recorder()
  await createRequest(context, by(role, { ...SAID, ...input })).catch(() => undefined)
  expect(drafts).toMatchObject([{ ...SAID, targets: ['KubeconfigRequest/kcp/k', 'Cluster/kcp/c'] }])
})

test('a created Cluster is recorded in the same way', async () => {
  const { drafts, context } = recorder()
  await createCluster(context, by('operator', { ...SAID, name: 'c', spec: 1 }))
  expect(drafts).toMatchObject([{ ...SAID, targets: ['Cluster/kcp/c'] }])
})

test('a refused deletion keeps its reason', async () => {
  const { drafts, context } = recorder()
  await expect(deleteCluster(context, by('operator', { ...SAID }), 'c')).rejects.toThrow('admin')
  expect(drafts).toMatchObject([{ ...SAID, targets: ['Cluster/kcp/c'] }])
})

test.each([
  ['its selector', {}, 'ga-1'],
  ['its label before its selector', { labels: { globalaccountid: 'ga-2' } }, 'ga-2'],
])('an action on a Cluster names its global account, by %s', async (_, more, globalAccount) => {
  const { drafts, context } = recorder()
  await createCluster(context, by('operator', { ...SAID, name: 'c', labels: {}, spec: MADE, ...more }))
  expect(drafts).toMatchObject([{ ...SAID, targets: ['Cluster/kcp/c', `GlobalAccount/${globalAccount}`] }])
})

test('a SubscriptionRequest names its global account', async () => {
  const { drafts, context } = recorder()
  const spec = { provider: 'aws', subscriptionSelector: SELECTOR, plan: 'aws', platformRegion: 'cf-eu10' }
  await createSubscription(context, by('operator', { ...SAID, name: 's', spec }))
  expect(drafts).toMatchObject([{ targets: ['SubscriptionRequest/kcp/s', 'GlobalAccount/ga-1'] }])
})

test('the deletion of a Cluster names its global account', async () => {
  const { drafts, context } = recorder()
  const seen = { uid: 'u', generation: 1 }
  await deleteCluster(context, by('admin', { ...SAID, seen, confirmed: 'c' }), 'c')
  expect(drafts).toMatchObject([{ ...SAID, targets: ['Cluster/kcp/c', 'GlobalAccount/ga-9'] }])
})

/** Refusals of an API server for an object that its schema accepts. */
const REFUSALS = [
  [403, 'admission webhook "policy.example.com" denied the request: spec.region is not approved'],
  [
    403,
    'subscriptionrequests "s" is forbidden: exceeded quota: q, requested: count=1, used: count=9, limited: count=9',
  ],
  [409, 'Operation cannot be fulfilled on resourcequotas "q": the object has been modified; please apply your changes'],
  [422, 'SubscriptionRequest "s" is invalid: spec.region: Invalid value: "mars": no such region'],
] as const

function refuse(status: number, message: string): never {
  const body = JSON.stringify({ kind: 'Status', status: 'Failure', message, code: status })
  throw refusalError({ doing: 'create s', method: 'POST', permission: null }, { status, retryAfter: undefined, body })
}

const ORDER = { ...SAID, name: 's', spec: { provider: 'aws', subscriptionSelector: SELECTOR, platformRegion: 'eu' } }

test.each(REFUSALS)(
  'the record of a creation that the server refuses quotes its message (%i): %s',
  async (status, message) => {
    const { details, context } = recorder(dryRun => (dryRun ? {} : refuse(status, message)))
    await expect(createSubscription(context, by('operator', ORDER))).rejects.toThrow(message)
    expect(details).toEqual([expect.stringContaining(`Message of the server: ${message}.`)])
  },
)

test.each(REFUSALS.filter(([status]) => status !== 409))(
  'a creation whose dry run the server refuses is recorded with its message (%i): %s',
  async (status, message) => {
    const { details, context } = recorder(() => refuse(status, message))
    expect(await createSubscription(context, by('operator', ORDER))).toMatchObject({
      kind: 'invalid',
      problems: [{ field: 'spec', message: expect.stringContaining(message) }],
    })
    expect(details).toEqual([expect.stringContaining(message)])
  },
)
