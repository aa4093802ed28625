import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { annotationsOf, type KubeObject, labelsOf, nameOf } from '#embedded-garden/object.ts'
import { DEFAULT_PLANS } from '../../../../lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '../../../../lib/hap/rules/rule.ts'
import { Ruleset } from '../../../../lib/hap/rules/ruleset.ts'
import { policyOf } from '../../../../lib/hap/semantics.ts'
import { type Caller, causesOf, MERGE, namesOf, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { QUICK_CLOCK } from '../../../../test/kit/clock.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const AT = Date.parse('2026-11-21T06:00:00Z')
const LABEL = 'kyma-project.io/'
const RUNTIME_ID = 'infrastructuremanager.kyma-project.io/runtime-id'

const kindOf = (object: KubeObject) => stringAt(object, 'kind')
const demo = [...landscape({ seed: 1, size: 'demo', at: AT })]
const of = (kind: string) => demo.filter(object => kindOf(object) === kind)
const shoots = new Map(of('Shoot').map(shoot => [annotationsOf(shoot)[RUNTIME_ID] ?? '', shoot]))
const kept = [...of('Runtime'), ...of('GardenerCluster')]
const label = (object: KubeObject, name: string) => labelsOf(object)[`${LABEL}${name}`]

describe("the objects of Kyma's control plane", () => {
  test('belong to existing shoots, and agree with them', () => {
    for (const object of kept) {
      const shoot = shoots.get(nameOf(object))
      expect(shoot && [nameOf(shoot), labelsOf(shoot).account, labelsOf(shoot).subaccount]).toEqual([
        label(object, 'shoot-name'),
        label(object, 'global-account-id'),
        label(object, 'subaccount-id'),
      ])
      expect(label(object, 'runtime-id')).toBe(nameOf(object))
    }
  })

  test('have the eight required labels', () => {
    const required = ['instance-id', 'runtime-id', 'region', 'broker-plan-id', 'broker-plan-name'].map(n => LABEL + n)
    required.push(`${LABEL}global-account-id`, `${LABEL}subaccount-id`, 'operator.kyma-project.io/kyma-name')
    expect(kept.filter(object => required.some(name => !labelsOf(object)[name]))).toEqual([])
  })

  test('are missing for some shoots, and lack the plan for others', () => {
    const known = new Set(kept.map(nameOf))
    const share = (count: number) => count / shoots.size
    const unknown = [...shoots.keys()].filter(id => !known.has(id))
    expect(share(unknown.length)).toBeGreaterThan(0.04)
    expect(share(unknown.length)).toBeLessThan(0.12)
    const withoutRegion = kept.filter(object => label(object, 'platform-region') === undefined)
    expect(share(withoutRegion.length)).toBeGreaterThan(0.02)
    expect(share(withoutRegion.length)).toBeLessThan(0.2)
  })

  test('exist in only one of the two kinds for some shoots, and agree if both exist', () => {
    const runtimes = new Map(of('Runtime').map(object => [nameOf(object), object]))
    const clusters = of('GardenerCluster')
    const both = clusters.flatMap(cluster => {
      const runtime = runtimes.get(nameOf(cluster))
      return runtime ? [[runtime, cluster] as const] : []
    })
    expect(both.length).toBeGreaterThan(0)
    expect(both.length).toBeLessThan(clusters.length)
    expect(both.length).toBeLessThan(runtimes.size)
    for (const [runtime, cluster] of both) expect(labelsOf(cluster)).toMatchObject(labelsOf(runtime))
  })

  test('select by plan and platform region the pool of the cluster', () => {
    const { ruleset } = Ruleset.from(DEFAULT_RULES, DEFAULT_PLANS, policyOf('documented'))
    const bindings = new Map(
      [...of('CredentialsBinding'), ...of('SecretBinding')].map(binding => [
        `${kindOf(binding)} ${nameOf(binding)}`,
        binding,
      ]),
    )
    const wrong = of('Runtime').flatMap(runtime => {
      const spec = objectAt(objectAt(runtime, 'spec'), 'shoot')
      const shoot = objectAt(shoots.get(nameOf(runtime)), 'spec')
      const binding =
        bindings.get(`CredentialsBinding ${stringAt(shoot, 'credentialsBindingName')}`) ??
        bindings.get(`SecretBinding ${stringAt(shoot, 'secretBindingName')}`)
      const [plan = '', platformRegion] = [label(runtime, 'broker-plan-name'), stringAt(spec, 'platformRegion')]
      const rule = ruleset?.match({ plan, platformRegion, hyperscalerRegion: stringAt(spec, 'region') })
      // No rule covers alicloud, malformed bindings are in no pool, and one binding is deleted.
      if (!rule || !binding || nameOf(binding).includes('-9000')) return []
      const asked = [rule.output.EU, rule.output.S]
      const labels = labelsOf(binding)
      const has = [labels.euAccess === 'true', labels.shared === 'true']
      return asked.join() === has.join() ? [] : [`${plan} ${platformRegion} ${nameOf(binding)}`]
    })
    expect(wrong).toEqual([])
  })

  test('are absent in an empty garden', () => {
    const kinds = new Set([...landscape({ seed: 1, size: 'empty', at: AT })].map(kindOf))
    expect([...kinds]).not.toContain('CustomResourceDefinition')
  })
})

describe('the garden', () => {
  const GROUP = '/apis/infrastructuremanager.kyma-project.io/v1'
  const RUNTIMES = `${GROUP}/namespaces/kcp-system/runtimes`
  const CLUSTERS = `${GROUP}/namespaces/kcp-system/gardenerclusters`
  const small = [...landscape({ seed: 1, size: 'small', at: AT })]
  const names = (kind: string) =>
    small
      .filter(object => kindOf(object) === kind)
      .map(nameOf)
      .sort()
  let caller: Caller

  beforeAll(async () => {
    caller = await startCaller({ clock: QUICK_CLOCK })
    caller.garden.loadAll(small)
  })

  afterAll(() => caller.stop())

  test('serves both kinds immediately, by discovery and by list', async () => {
    const { resources } = await caller.ask('GET', GROUP)
    expect(objectsAt({ resources }, 'resources').map(each => each.name)).toEqual([
      'gardenerclusters',
      'gardenerclusters/status',
      'runtimes',
      'runtimes/status',
    ])
    expect(namesOf(await caller.ask('GET', RUNTIMES))).toEqual(names('Runtime'))
    expect(namesOf(await caller.ask('GET', CLUSTERS, { as: 'viewer' }))).toEqual(names('GardenerCluster'))
  })

  test('finds an object by the label of its shoot', async () => {
    const [runtime] = small.filter(object => kindOf(object) === 'Runtime')
    const name = runtime && label(runtime, 'shoot-name')
    const found = await caller.ask(
      'GET',
      `${RUNTIMES}?labelSelector=${encodeURIComponent(`${LABEL}shoot-name=${name}`)}`,
    )
    expect(namesOf(found)).toEqual([runtime && nameOf(runtime)])
  })

  test('returns only metadata on request', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const list = await caller.ask('GET', RUNTIMES, { headers: { Accept: accept } })
    expect(list.kind).toBe('PartialObjectMetadataList')
    expect(objectsAt(list, 'items').filter(item => item.spec !== undefined || item.status !== undefined)).toEqual([])
  })

  test('prints the columns of the definitions', async () => {
    const table = async (path: string) => {
      const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
      const { columnDefinitions, rows } = await caller.ask('GET', path, { headers: { Accept: accept } })
      const [first] = objectsAt({ rows }, 'rows')
      return [objectsAt({ columnDefinitions }, 'columnDefinitions').map(each => each.name), first?.cells] as const
    }
    const [runtimes, runtime] = await table(RUNTIMES)
    expect(runtimes).toEqual(['Name', 'Provider', 'Region', 'STATE', 'Age'])
    expect(runtime).toEqual([names('Runtime')[0], expect.any(String), expect.any(String), 'Ready', expect.any(String)])
    const [clusters, cluster] = await table(CLUSTERS)
    expect(clusters).toEqual(['Name', 'STATE', 'SHOOT-NAME', 'Age'])
    expect(cluster).toEqual([names('GardenerCluster')[0], 'Ready', expect.stringMatching(/^c-/), expect.any(String)])
  })

  test('delivers changes to watches', async () => {
    const { metadata } = await caller.ask('GET', `${RUNTIMES}?limit=1`)
    const version = stringAt(objectAt({ metadata }, 'metadata'), 'resourceVersion')
    const [name] = names('Runtime')
    const body = { metadata: { labels: { [`${LABEL}broker-plan-name`]: 'preview' } } }
    await caller.ask('PATCH', `${RUNTIMES}/${name}`, { body, type: MERGE })
    const events = await caller.watch(`${RUNTIMES}?watch=1&resourceVersion=${version}&timeoutSeconds=1`)
    expect(events).toMatchObject([{ type: 'MODIFIED', object: { metadata: { name, ...body.metadata } } }])
  })

  test('accepts valid objects, and rejects invalid ones', async () => {
    const [name] = names('GardenerCluster')
    const { metadata: _metadata, ...rest } = await caller.ask('GET', `${CLUSTERS}/${name}`)
    const create = (spec: typeof rest.spec) =>
      caller.call('POST', CLUSTERS, { body: { ...rest, metadata: { name: 'another' }, spec } })
    expect(causesOf(await create({ shoot: {} }))).toEqual([
      'FieldValueRequired spec.kubeconfig',
      'FieldValueRequired spec.shoot.name',
    ])
    expect((await create(rest.spec)).status).toBe(201)
  })

  test('stops serving them with their definition', async () => {
    await caller.ask(
      'DELETE',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gardenerclusters.infrastructuremanager.kyma-project.io',
    )
    const gone = await waitFor(async () => {
      const { status } = await caller.call('GET', CLUSTERS)
      return status === 404 ? status : null
    })
    expect(gone).toBe(404)
    expect((await caller.call('GET', RUNTIMES)).status).toBe(200)
  })
})
