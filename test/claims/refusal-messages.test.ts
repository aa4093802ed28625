import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { refusalError } from '#lib/garden/client/refusal.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { testStore } from '../store/test-store.ts'
import { accountObjects } from './account-objects.ts'
import { CALLER, FREE } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

/** Answers of a garden that refuses a write: a webhook, and an invalid field with a secret. */
const WEBHOOK = {
  code: 403,
  message: 'admission webhook "bindings.example.com" denied the request: cost center is missing',
  shown: 'admission webhook "bindings.example.com" denied the request: cost center is missing.',
}
const FIELD = {
  code: 422,
  message:
    'CredentialsBinding.security.gardener.cloud "a" is invalid: metadata.labels: Invalid value: "x y": token=abcdefghijkl',
  shown:
    'CredentialsBinding.security.gardener.cloud "a" is invalid: metadata.labels: Invalid value: "x y": token=[secret].',
}

let garden: Garden
let namespaces = 0

beforeAll(async () => {
  garden = await createGarden({ throttle: false })
})

afterAll(() => garden.stop())

/** A service of a role that may only read. */
async function reading(accounts: readonly string[]) {
  const namespace = `garden-messages-${++namespaces}`
  garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
  for (const name of accounts) garden.loadAll(accountObjects(namespace, name, FREE))
  const store = await testStore()
  const errors: unknown[] = []
  const access = accessBy(garden.kubeconfig('viewer'))
  const { service, stop } = await serviceOn({
    access,
    namespace,
    store,
    holder: 'p1',
    rules: () => testRules(),
    errors,
  })
  onTestFinished(stop)
  return { store, service }
}

test('a claim of a console whose role may write no binding fails with the permission instead of waiting', async () => {
  const { store, service } = await reading(['a', 'b'])
  const asked = { request: awsRequest('t-1'), cluster: null, ...CALLER }
  await expect(service.claim(asked, 'k')).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(/ patch .* No account can be claimed until then\.$/),
  })
  expect(await store.db.claim.findMany({ select: { status: true } })).toEqual([{ status: 'failed' }])
})

/** A service whose writes Gardener answers with this refusal while `refused` is set. */
async function refusing(accounts: readonly string[]) {
  const namespace = `garden-messages-${++namespaces}`
  garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
  for (const name of accounts) garden.loadAll(accountObjects(namespace, name, FREE))
  const store = await testStore()
  const state: { refused: typeof WEBHOOK | null } = { refused: null }
  const errors: unknown[] = []
  const { service, stop } = await serviceOn({
    access: accessBy(garden.kubeconfig('admin')),
    namespace,
    store,
    holder: 'p1',
    rules: () => testRules(),
    errors,
    harmed: client => ({
      get: client.get,
      page: client.page,
      patch: async (place, ...rest) => {
        if (state.refused === null) return client.patch(place, ...rest)
        const { code, message } = state.refused
        const body = JSON.stringify({ kind: 'Status', status: 'Failure', message, code })
        const attempt = { doing: `patch ${place.name}`, method: 'PATCH', permission: null }
        throw refusalError(attempt, { status: code, retryAfter: undefined, body })
      },
    }),
  })
  onTestFinished(stop)
  const claim = (tenant: string) =>
    service.claim({ request: awsRequest(tenant), cluster: null, ...CALLER }, `key-${tenant}`)
  return { namespace, store, service, claim, state, errors }
}

test.each([WEBHOOK, FIELD])('a claim whose only account Gardener refuses quotes the message: $code', async refusal => {
  const { namespace, store, service, claim, state } = await refusing(['a'])
  state.refused = refusal
  const { claim: waiting } = await claim('t-1')
  expect(waiting.status).toBe('waiting')
  const { message } = (await service.get(waiting.id)).claim
  expect(message).toContain(`Message of the server: ${refusal.shown}`)
  expect(message).toMatch(/^Waits: Could not patch a: .* Apart from that, pool aws has no free binding\.$/)
  const why = await readGrounds(store.db, waiting.id)
  expect(why?.reasoning?.passedOver).toEqual([
    { account: `Secret/${namespace}/a`, why: 'unwritable', message: expect.stringContaining(refusal.shown) },
  ])
  await waitUntil(async () => (await listAudit(store.db, { outcome: 'accepted' }, { limit: 1 })).length === 1)
  const [entry] = await listAudit(store.db, {}, { limit: 1 })
  expect(entry?.detail).toContain(refusal.shown)
})

test('a claim that asked not to wait is refused with the message', async () => {
  const { service, state } = await refusing(['a', 'b'])
  state.refused = WEBHOOK
  const asked = { request: awsRequest('t-1'), cluster: null, ...CALLER }
  const { claim } = await service.claim({ ...asked, terms: { onExhausted: 'fail', deadline: null } }, 'k')
  expect(claim.status).toBe('refused')
  expect(claim.message).toContain(`${WEBHOOK.shown} So was the write of another account.`)
})

test('a release whose account Gardener refuses to mark quotes the message, and ends once it is accepted', async () => {
  const { store, service, claim, state } = await refusing(['a'])
  const { claim: reserved } = await claim('t-1')
  state.refused = WEBHOOK
  const { claim: releasing } = await service.release(reserved.id, CALLER)
  expect(releasing).toMatchObject({
    status: 'releasing',
    message: expect.stringContaining(`Message of the server: ${WEBHOOK.shown}`),
  })
  await waitUntil(
    async () => (await listAudit(store.db, { action: ['release'], outcome: 'accepted' }, { limit: 1 })).length === 1,
  )
  const [entry] = await listAudit(store.db, { action: ['release'] }, { limit: 1 })
  expect(entry?.detail).toContain(WEBHOOK.shown)
  await service.sweep()
  expect((await service.get(reserved.id)).claim.message).toContain(WEBHOOK.shown)
  state.refused = null
  await service.sweep()
  expect((await service.get(reserved.id)).claim).toMatchObject({
    status: 'released',
    message: 'The account was marked dirty.',
  })
})
