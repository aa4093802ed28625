import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { ConfigMapObject, KubeObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, resourcePath } from '#lib/garden/resources/resource.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { detectDrift } from '#lib/queries/rules/drift.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import { configMapResolver } from '#lib/services/rules/resolve-config-map-writes.ts'
import { type WriteContext, writeConfigMap } from '#lib/services/rules/write-config-map.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { latestPublication, savePublication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { accessBy } from '../garden/access-by.ts'
import { startWriteGarden, type WriteGarden } from '../garden/write-garden.ts'
import { testStore } from './test-store.ts'

const ADMIN = { id: 'admin', name: 'admin@example.com', role: 'admin' } as const
const PLANS = { ...DEFAULT_PLANS, required: new Set(['aws']) }
const POLICY = policyOf('documented')
const START = rulesetOf(['aws'])

let kit: WriteGarden
let made = 0

beforeAll(async () => {
  kit = await startWriteGarden()
})

afterAll(() => kit.stop())

function rulesetOf(texts: readonly string[]): Ruleset {
  const { ruleset } = Ruleset.from(texts, PLANS, POLICY)
  if (!ruleset) throw new Error('the rules are not valid')
  return ruleset
}

/** A database and a ConfigMap with one published revision. */
async function setting() {
  const store = await testStore()
  await publish(store, 0, ['aws', 'gcp'])
  const place = { namespace: LANDSCAPE_NAMESPACE, name: `hap-rules-${++made}`, key: 'hapRule.yaml' }
  const context: WriteContext = { store, audit: new AuditLog(store), client: kit.client, place }
  const path = resourcePath({ resource: CONFIG_MAPS, ...place })
  return {
    store,
    place,
    context,
    write: (takeOverAt: string | null = null, client: WriteContext['client'] = kit.client) =>
      writeConfigMap({ ...context, client }, order(takeOverAt)),
    drift: async (client: Pick<GardenClient, 'get'> = kit.client) => {
      const published = await latestPublication(store.db)
      if (!published) throw new Error('nothing is published')
      const ruleset = rulesetOf(published.texts)
      const file = { name: 'rules.yaml', ruleset: START }
      const keb = { client, place: { ...place, name: `${place.name}-keb` } }
      return detectDrift({ client, place, published, ruleset, plans: PLANS, policy: POLICY, file, keb })
    },
    object: () => kit.admin.get<ConfigMapObject>({ resource: CONFIG_MAPS, ...place }),
    /** Writes as another client. */
    send: (method: string, contentType: string, query: string, data: Record<string, string> | null) =>
      kit.admin.request({
        doing: 'write',
        permission: null,
        method,
        path: path + query,
        contentType,
        body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: place.name }, data }),
      }),
  }
}

const order = (takeOverAt: string | null = null) => ({
  user: ADMIN,
  requestId: 'r-1',
  input: { reason: 'as published', takeOverAt },
})

async function publish(store: Store, basedOn: number, texts: readonly string[]) {
  await savePublication(store, {
    basedOn,
    rules: { revision: texts.join(), texts },
    start: { revision: 'start', texts: ['aws'] },
    document: '',
    restores: null,
    actor: ADMIN.name,
    role: ADMIN.role,
    reason: 'because',
    ticket: null,
    impact: null,
    cases: [],
    overrideReason: null,
    pinned: '',
    at: new Date(),
  })
}

const MERGE = 'application/merge-patch+json'
const APPLY = 'application/apply-patch+yaml'
const TEXT = 'rule:\n  - aws\n  - gcp\n'

test('writes the published rules in the format of KEB, also after a deletion, and touches no other key', async () => {
  const { write, drift, object, send } = await setting()
  expect((await drift()).configMap).toEqual({ kind: 'missing' })
  expect(await write()).toEqual({ kind: 'written', number: 1 })
  expect(await object()).toMatchObject({
    data: { 'hapRule.yaml': TEXT },
    metadata: { annotations: { 'hap.kyma-project.io/rules-revision': '1' } },
  })
  expect((await drift()).configMap).toEqual({ kind: 'same', keepers: [] })
  await send('PATCH', MERGE, '?fieldManager=kubectl-edit', { other: 'x' })
  expect(await write()).toEqual({ kind: 'written', number: 1 })
  expect((await object()).data).toEqual({ 'hapRule.yaml': TEXT, other: 'x' })
  await send('DELETE', 'application/json', '', null)
  expect((await drift()).configMap).toEqual({ kind: 'missing' })
  expect(await write()).toEqual({ kind: 'written', number: 1 })
})

test('shows a manual edit, and overwrites it only for an author who has seen that version', async () => {
  const { context, write, drift, object, send } = await setting()
  await write()
  await send('PATCH', MERGE, '?fieldManager=kubectl-edit', { 'hapRule.yaml': 'rule:\n  - aws -> EU\n' })
  const { configMap } = await drift()
  expect(configMap).toMatchObject({
    kind: 'differs',
    owners: ['kubectl-edit'],
    keepers: [],
    changes: [
      { change: 'changed', before: 'aws', after: 'aws -> EU', poolsBefore: ['aws'], poolsAfter: ['aws · EU'] },
      { change: 'removed', before: 'gcp' },
    ],
  })
  if (configMap.kind !== 'differs') throw new Error('no difference')
  expect(configMap.hunks[0]?.lines.map(({ change, text }) => `${change} ${text}`)).toEqual([
    'kept rule:',
    'removed   - aws',
    'removed   - gcp',
    'added   - aws -> EU',
  ])
  expect(await write()).toMatchObject({ kind: 'owned', owners: ['kubectl-edit'], keeps: false })
  await send('PATCH', MERGE, '?fieldManager=kubectl-edit', { 'hapRule.yaml': 'rule: [' })
  expect(await write(configMap.resourceVersion)).toMatchObject({
    kind: 'owned',
    message: expect.stringContaining('changed again'),
  })
  const now = (await drift()).configMap
  expect(now).toMatchObject({ kind: 'differs', changes: null })
  if (now.kind !== 'differs') throw new Error('no difference')
  expect(await write(now.resourceVersion)).toEqual({ kind: 'written', number: 1 })
  expect((await object()).data).toEqual({ 'hapRule.yaml': TEXT })
  expect((await drift()).configMap).toEqual({ kind: 'same', keepers: [] })
  const outcomes = await listAudit(context.store.db, {}, { limit: 9 })
  expect(outcomes.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'write ConfigMap of rules accepted',
    'write ConfigMap of rules refused',
    'write ConfigMap of rules refused',
    'write ConfigMap of rules accepted',
  ])
})

test.each([
  ['by server-side apply', APPLY, '?fieldManager=kustomize-controller&force=true', 'kustomize-controller'],
  ['by updates', MERGE, '?fieldManager=argocd-controller', 'argocd-controller'],
])('names a manager that owns the ConfigMap %s, and does not overwrite it', async (_, type, query, owner) => {
  const { write, drift, object, send } = await setting()
  await write()
  await send('PATCH', type, query, { 'hapRule.yaml': 'rule:\n  - aws\n' })
  const { configMap } = await drift()
  expect(configMap).toMatchObject({ kind: 'differs', owners: [owner], keepers: [owner] })
  const { resourceVersion } = (await object()).metadata ?? {}
  for (const takeOverAt of [null, resourceVersion ?? null]) {
    expect(await write(takeOverAt)).toMatchObject({
      kind: 'owned',
      owners: [owner],
      keeps: true,
      message: expect.stringContaining(`managed by ${owner}`),
    })
  }
  expect((await object()).metadata?.resourceVersion).toBe(resourceVersion)
})

test('overwrites a text of unknown origin for an author who has seen it', async () => {
  const { write, drift, object, send } = await setting()
  await send('PATCH', APPLY, '?fieldManager=before-first-apply', { 'hapRule.yaml': 'rule: [aws]' })
  const nameless: WriteContext['client'] = {
    get: async <T extends KubeObject>(...args: Parameters<GardenClient['get']>) => {
      const found = await kit.client.get<T>(...args)
      return { ...found, metadata: { ...found.metadata, managedFields: [] } }
    },
    request: (...args) => kit.client.request(...args),
  }
  const seen = (await object()).metadata?.resourceVersion ?? ''
  expect(await write(null, nameless)).toMatchObject({ kind: 'owned' })
  expect(await write('1', nameless)).toMatchObject({ kind: 'owned' })
  expect(await write(seen, nameless)).toEqual({ kind: 'written', number: 1 })
  expect((await drift()).configMap).toMatchObject({ kind: 'same' })
})

test('truncates a very long difference', async () => {
  const { write, drift, send } = await setting()
  await write()
  await send('PATCH', MERGE, '?fieldManager=kubectl-edit', { 'hapRule.yaml': '\n'.repeat(50_000) })
  const { configMap } = await drift()
  if (configMap.kind !== 'differs') throw new Error(configMap.kind)
  expect(configMap.hunks.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(1_000)
  expect(configMap.moreLines).toBe(50_003 - 1_000)
})

test('a manager that takes the text during the write keeps it', async () => {
  const { context, place, write, object, send } = await setting()
  const late: WriteContext['client'] = {
    get: async <T extends KubeObject>(...args: Parameters<GardenClient['get']>) => {
      const found = await kit.client.get<T>(...args)
      await send('PATCH', APPLY, '?fieldManager=flux&force=true', { 'hapRule.yaml': 'rule: [aws]' })
      return found
    },
    request: (...args) => kit.client.request(...args),
  }
  await write()
  await publish(context.store, 1, ['aws', 'azure'])
  expect(await write(null, late)).toMatchObject({
    kind: 'owned',
    message: `ConfigMap ${place.name} was changed by another client at the same time. Nothing was written; review it and retry.`,
  })
  expect((await object()).data).toEqual({ 'hapRule.yaml': 'rule: [aws]' })
})

test('a manager that already has the published rules is no conflict', async () => {
  const { write, drift, send } = await setting()
  await send('PATCH', APPLY, '?fieldManager=flux', { 'hapRule.yaml': TEXT })
  expect((await drift()).configMap).toEqual({ kind: 'same', keepers: ['flux'] })
  expect(await write()).toEqual({ kind: 'written', number: 1 })
  expect((await drift()).configMap).toEqual({ kind: 'same', keepers: ['flux'] })
})

test('a missing permission is reported; the rules stay published', async () => {
  const { write, drift } = await setting()
  const access = accessBy(kit.garden.kubeconfig('viewer'), () => {})
  const viewer = createGardenClient({ access, version: 'viewer' })
  onTestFinished(() => viewer.close())
  expect(await write(null, viewer)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('its role needs get, create and patch on configmaps/hap-rules-'),
  })
  expect((await drift(viewer)).configMap).toMatchObject({ kind: 'unread', reason: expect.stringContaining('"get"') })
})

test('writes the last of two publications, even if the first one is slower', async () => {
  const { context, store, place, write, object } = await setting()
  let published = false
  const slow: WriteContext['client'] = {
    get: (...args) => kit.client.get(...args),
    request: async (...args) => {
      if (!published) {
        published = true
        await publish(store, 1, ['aws', 'azure'])
        await writeConfigMap(context, order())
      }
      return kit.client.request(...args)
    },
  }
  expect(await write(null, slow)).toEqual({ kind: 'written', number: 2 })
  expect((await object()).data?.[place.key]).toBe('rule:\n  - aws\n  - azure\n')
})

test('writes nothing without a publication, nor for an operator', async () => {
  const { context } = await setting()
  const empty = { ...context, store: await testStore() }
  const result = await writeConfigMap({ ...empty, audit: new AuditLog(empty.store) }, order())
  expect(result).toMatchObject({ kind: 'invalid', problems: [expect.stringContaining('No rules were published')] })
  const operator = { ...order(), user: { id: 'operator', name: 'operator@example.com', role: 'operator' } as const }
  await expect(writeConfigMap(context, operator)).rejects.toThrow('Requires the admin role')
  expect(await listAudit(context.store.db, {}, { limit: 1 })).toMatchObject([{ outcome: 'refused' }])
})

test('reports a file whose rules differ from the published ones', async () => {
  const { drift } = await setting()
  expect((await drift()).file).toMatchObject({ name: 'rules.yaml', changes: [{ change: 'removed', before: 'gcp' }] })
})

/** A writer whose client fails this many times. */
function writerOf(context: WriteContext, failures: number, delaysMs: readonly number[]) {
  let left = failures
  const client: WriteContext['client'] = {
    get: async <T extends KubeObject>(...args: Parameters<GardenClient['get']>) => {
      if (left-- > 0) throw new GardenError({ kind: 'unavailable', doing: 'read', because: 'It is restarted.' })
      return kit.client.get<T>(...args)
    },
    request: (...args) => kit.client.request(...args),
  }
  const writer = new ConfigMapWriter({ ...context, client }, { delaysMs })
  onTestFinished(() => writer.close())
  return writer
}

const PUBLISHED = { user: ADMIN, requestId: 'r-1', number: 1, reason: 'because' }

test('writes the ConfigMap in the background, and retries during a short outage', async () => {
  const { context, object, place } = await setting()
  const writer = writerOf(context, 2, [1, 1])
  writer.begin(PUBLISHED)
  expect(writer.pending).toEqual({ number: 1, kind: 'writing' })
  await vi.waitFor(() => expect(writer.pending).toBeNull(), 10_000)
  expect(writer.changes).toBe(3)
  expect((await object()).data?.[place.key]).toBe(TEXT)
  const entries = await listAudit(context.store.db, {}, { limit: 9 })
  expect(entries.map(({ outcome }) => outcome)).toEqual(['accepted', 'failed', 'failed'])
  expect(entries[0]).toMatchObject({ reason: 'Revision 1: because' })
})

test('truncates a long reason between two characters', async () => {
  const { context, object, place } = await setting()
  const writer = writerOf(context, 0, [])
  writer.begin({ ...PUBLISHED, reason: `${'x'.repeat(987)}😀` })
  await vi.waitFor(() => expect(writer.pending).toBeNull(), 10_000)
  expect((await object()).data?.[place.key]).toBe(TEXT)
  expect(await listAudit(context.store.db, {}, { limit: 1 })).toMatchObject([{ outcome: 'accepted' }])
})

test('reports a revision that cannot be written until a person writes it', async () => {
  const { context, object, place } = await setting()
  const writer = writerOf(context, 2, [1])
  writer.begin(PUBLISHED)
  await vi.waitFor(() => expect(writer.changes).toBe(2), 10_000)
  expect(writer.pending).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('restarted') })
  expect(await writer.write(order())).toEqual({ kind: 'written', number: 1 })
  expect(writer.pending).toBeNull()
  expect((await object()).data?.[place.key]).toBe(TEXT)
})

test('does not retry a write that a role or an owner forbids', async () => {
  const { context, send } = await setting()
  await send('PATCH', APPLY, '?fieldManager=flux', { 'hapRule.yaml': 'rule: [aws]' })
  const writer = writerOf(context, 0, [1, 1])
  writer.begin(PUBLISHED)
  await vi.waitFor(() => expect(writer.pending).toMatchObject({ kind: 'failed', again: false }), 10_000)
  expect(writer.changes).toBe(1)
})

test('compares KEB’s own rules with the published ones, by their meaning', async () => {
  const { drift, place } = await setting()
  const name = `${place.name}-keb`
  const keb = { ...place, name }
  const deploy = (text: string) =>
    kit.admin.request({
      doing: 'deploy KEB',
      permission: null,
      method: 'PATCH',
      path: `${resourcePath({ resource: CONFIG_MAPS, ...keb })}?fieldManager=helm&force=true`,
      contentType: APPLY,
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { 'hapRule.yaml': text } }),
    })
  expect((await drift()).keb).toEqual({ kind: 'missing', place: keb })
  await deploy('rule:\n- gcp\n- aws')
  expect((await drift()).keb).toEqual({ kind: 'same', place: keb })
  await deploy('rule:\n- aws\n- gcp -> S')
  expect((await drift()).keb).toMatchObject({ kind: 'differs', changes: [{ change: 'changed', after: 'gcp -> S' }] })
  await deploy('rule: [')
  expect((await drift()).keb).toEqual({
    kind: 'differs',
    place: keb,
    changes: null,
    problem: expect.stringContaining('Line '),
  })
})

/** A write whose process ends without an outcome: before the request, or after the API server has committed it. */
async function interruptedWrite({ context }: Awaited<ReturnType<typeof setting>>, lands: boolean) {
  const never = new Promise<never>(() => {})
  const reached = Promise.withResolvers<void>()
  const client: WriteContext['client'] = {
    get: (...args) => kit.client.get(...args),
    request: async (...args) => {
      if (lands) await kit.client.request(...args)
      reached.resolve()
      return never
    },
  }
  void writeConfigMap({ ...context, client }, order())
  await reached.promise
  await closeAbandoned(context.store, new Date(Date.now() + 1_000))
}

/** Resolves open records some minutes later. Returns the oldest one. */
async function settledLater(
  { context }: Awaited<ReturnType<typeof setting>>,
  client: WriteContext['client'] = kit.client,
) {
  const { store, audit } = context
  const later = () => Date.now() + 180_000
  await new UnknownOutcomes({ db: store.db, audit }, [configMapResolver({ ...context, client }, later)]).settle()
  const entry = (await listAudit(store.db, {}, { limit: 9 })).at(-1)
  return `${entry?.outcome} ${entry?.detail}`
}

test.each([
  ['that landed', true, 'accepted The ConfigMap has revision 1.'],
  ['that did not land', false, 'failed The ConfigMap does not exist.'],
])('resolves an interrupted write %s', async (_, lands, expected) => {
  const set = await setting()
  await interruptedWrite(set, lands)
  expect(await settledLater(set)).toBe(expected)
})

test('resolves an interrupted write after a later revision was written, and after an edit', async () => {
  const set = await setting()
  await interruptedWrite(set, true)
  await publish(set.store, 1, ['aws', 'azure'])
  expect(await set.write()).toEqual({ kind: 'written', number: 2 })
  await set.send('PATCH', MERGE, '', { 'hapRule.yaml': 'rule: [aws]' })
  expect(await settledLater(set)).toBe('accepted The ConfigMap has revision 2.')
})

test('resolves an interrupted write by the text of a ConfigMap that others wrote', async () => {
  const set = await setting()
  await interruptedWrite(set, false)
  await set.send('PATCH', APPLY, '?fieldManager=flux', { 'hapRule.yaml': 'rule: [aws]' })
  expect(await settledLater(set)).toBe('failed The ConfigMap does not have revision 1.')
  const same = await setting()
  await interruptedWrite(same, false)
  await same.send('PATCH', APPLY, '?fieldManager=flux', { 'hapRule.yaml': TEXT })
  expect(await settledLater(same)).toBe('accepted The ConfigMap has the rules of revision 1.')
})

test('leaves an interrupted write open while Gardener does not answer', async () => {
  const set = await setting()
  await interruptedWrite(set, true)
  const down: WriteContext['client'] = {
    get: () => Promise.reject(new GardenError({ kind: 'unavailable', doing: 'read', because: 'It is restarted.' })),
    request: (...args) => kit.client.request(...args),
  }
  expect(await settledLater(set, down)).toMatch(/^unknown /)
  expect(await settledLater(set)).toBe('accepted The ConfigMap has revision 1.')
})
