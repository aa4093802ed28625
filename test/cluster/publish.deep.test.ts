import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConfigMapObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, resourcePath } from '#lib/garden/resources/resource.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { detectDrift } from '#lib/queries/rules/drift.ts'
import { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { publishRules, rollBackRules } from '#lib/services/rules/publish-rules.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { type OpenStore, openStoreOn } from '#lib/store/open-store.ts'
import { latestPublication } from '#lib/store/publications.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { allowRulesWriting } from './rules-writer.ts'

const ADMIN = { id: 'admin', name: 'admin@example.com', role: 'admin' } as const
const PLANS = { ...DEFAULT_PLANS, required: new Set(['aws']) }
const POLICY = policyOf('documented')

let cluster: Cluster
let store: OpenStore
let writer: ConfigMapWriter

beforeAll(async () => {
  cluster = await prepareCluster()
  await allowRulesWriting(cluster)
  const silent = { slow: () => {}, down: () => {}, up: () => {}, migrated: () => {} }
  store = await openStoreOn(await openEmbedded({ folder: null }), 60_000, silent)
  writer = new ConfigMapWriter({ store, audit: new AuditLog(store), client: cluster.operator, place: place() })
})

afterAll(async () => {
  writer?.close()
  await store?.close()
  await cluster?.stop()
})

const place = () => ({ namespace: cluster.namespace, name: 'hap-rules', key: 'hapRule.yaml' })

function rulesetOf(texts: readonly string[]): Ruleset {
  const { ruleset } = Ruleset.from(texts, PLANS, POLICY)
  if (!ruleset) throw new Error('the rules are not valid')
  return ruleset
}

/** Publishes like the console, and waits until the ConfigMap was written or refused. */
async function put(publish: typeof publishRules, order: object): Promise<PublishResult> {
  const context = {
    store,
    audit: new AuditLog(store),
    plans: PLANS,
    policy: POLICY,
    start: rulesetOf(['aws']),
    impact: async () => null,
  }
  const input = { cases: null, reason: 'because', ticket: null, overrideReason: null, overridden: [], ...order }
  const result = await publish(context, { user: ADMIN, requestId: null, input })
  if (result.kind !== 'published') return result
  writer.begin({ user: ADMIN, requestId: null, number: result.publication.number, reason: 'because' })
  await vi.waitFor(() => expect(writer.pending?.kind).not.toBe('writing'), 20_000)
  return result
}

async function drift() {
  const published = await latestPublication(store.db)
  if (!published) throw new Error('nothing is published')
  const ruleset = rulesetOf(published.texts)
  const parts = {
    client: cluster.operator,
    place: place(),
    published,
    ruleset,
    plans: PLANS,
    policy: POLICY,
    file: null,
    keb: null,
  }
  return (await detectDrift(parts)).configMap
}

async function text(): Promise<string | undefined> {
  const object = await cluster.admin.get<ConfigMapObject>({ resource: CONFIG_MAPS, ...place() })
  return object.data?.['hapRule.yaml']
}

function writeAs(manager: string, contentType: string, rules: string) {
  return cluster.admin.request({
    doing: 'write as another client',
    permission: null,
    method: 'PATCH',
    path: `${resourcePath({ resource: CONFIG_MAPS, ...place() })}?fieldManager=${manager}`,
    contentType,
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'hap-rules' },
      data: { 'hapRule.yaml': rules },
    }),
  })
}

test('writes each revision to the ConfigMap, and a rollback to an older one', async () => {
  expect(await put(publishRules, { basedOn: 0, document: '[aws]' })).toMatchObject({ kind: 'published' })
  expect(await text()).toBe('rule:\n  - aws\n')
  expect(await put(publishRules, { basedOn: 1, document: '[aws, gcp]' })).toMatchObject({ kind: 'published' })
  expect(await put(publishRules, { basedOn: 1, document: '[aws, azure]' })).toMatchObject({ kind: 'conflict' })
  expect([await text(), await drift()]).toEqual(['rule:\n  - aws\n  - gcp\n', { kind: 'same', keepers: [] }])
  expect(await put(rollBackRules, { basedOn: 2, number: 1 })).toMatchObject({ publication: { number: 3, restores: 1 } })
  expect([await text(), await drift()]).toEqual(['rule:\n  - aws\n', { kind: 'same', keepers: [] }])
})

test('a manual edit is drift, survives a publication, and is overwritten at the version that was seen', async () => {
  await writeAs('kubectl-edit', 'application/merge-patch+json', 'rule:\n  - azure\n')
  expect(await drift()).toMatchObject({ kind: 'differs', owners: ['kubectl-edit'], keepers: [] })
  await put(publishRules, { basedOn: 3, document: '[aws, azure]' })
  expect(writer.pending).toMatchObject({ kind: 'failed', number: 4, again: false })
  expect(await text()).toBe('rule:\n  - azure\n')
  const seen = await drift()
  if (seen.kind !== 'differs') throw new Error('no drift')
  const input = { reason: 'as published', takeOverAt: seen.resourceVersion }
  expect(await writer.write({ user: ADMIN, requestId: null, input })).toEqual({ kind: 'written', number: 4 })
  expect([writer.pending, await text()]).toEqual([null, 'rule:\n  - aws\n  - azure\n'])
})

test('a deleted ConfigMap is reported and recreated', async () => {
  await cluster.remove(CONFIG_MAPS, 'hap-rules')
  expect(await drift()).toEqual({ kind: 'missing' })
  const input = { reason: 'it is gone', takeOverAt: null }
  expect(await writer.write({ user: ADMIN, requestId: null, input })).toEqual({ kind: 'written', number: 4 })
  expect(await drift()).toEqual({ kind: 'same', keepers: [] })
})

test('does not overwrite the text of another manager', async () => {
  await writeAs('kustomize-controller&force=true', 'application/apply-patch+yaml', 'rule:\n  - gcp\n')
  expect(await drift()).toMatchObject({ kind: 'differs', keepers: ['kustomize-controller'] })
  await put(publishRules, { basedOn: 4, document: '[aws]' })
  expect(writer.pending).toMatchObject({ kind: 'failed', number: 5, again: false })
  expect(await text()).toBe('rule:\n  - gcp\n')
})
