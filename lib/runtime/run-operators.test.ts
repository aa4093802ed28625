import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelsOf } from '#lib/operators/kubeconfig/names.ts'
import { SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../test/operators/kubeconfig-world.ts'
import { openerOn } from '../../test/operators/opener-on.ts'
import { operatorStores } from './operator-context.ts'
import { type KubeconfigRun, startKubeconfigs } from './run-operators.ts'

const INSTALLATION = 'test'

let world: KubeconfigWorld
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await world.stop()
})

/** A run that has just begun. */
function newTerm(nowAndThen: KubeconfigRun['schedule']): KubeconfigRun {
  const parts = {
    control: world.client,
    garden: world.client,
    secrets: world.secrets,
    namespace: NAMESPACE,
    project: { name: 'kcp', namespace: NAMESPACE },
    staleAfterMs: 10_000,
  }
  const stores = operatorStores(parts)
  const ending = new AbortController()
  closing.push(async () => {
    ending.abort()
    await Promise.all(Object.values(stores).map(store => store.stop()))
  })
  const { signal } = ending
  return {
    ...parts,
    stores,
    opener: openerOn(world.client, world.secrets, NAMESPACE),
    signal,
    exceptions: new Map(),
    instance: 'test',
    failed: () => () => {},
    schedule: nowAndThen,
  }
}

test('the first sweep of a run waits for the list of clusters and deletes leftovers of operators', async () => {
  const labels = labelsOf({ uid: 'of-nobody' }, INSTALLATION)
  const left = { metadata: { name: 'left-behind', labels } }
  await world.inside.create({ resource: SERVICE_ACCOUNTS, namespace: 'default' }, left)
  expect(await world.traces()).toEqual(['ServiceAccount default/left-behind'])
  const works: Promise<unknown>[] = []
  const term = newTerm((_ms, work) => works.push(work()))
  expect([...term.stores.clusters.all()]).toEqual([])
  const { below } = startKubeconfigs(term, INSTALLATION)
  closing.push(() => Promise.all(below.map(each => each.stop())))
  await Promise.all(works)
  expect(works).toHaveLength(1)
  expect(await world.traces()).toEqual([])
})

test('a kubeconfig in the status of a request does not stay in memory', async () => {
  await world.apply('shown', { output: 'status' })
  await world.settle('shown')
  const { kubeconfig, fingerprint } = (await world.request('shown')).status ?? {}
  expect(kubeconfig).toBeDefined()
  const { stores, signal } = newTerm(() => undefined)
  await stores.kubeconfigs.ready(signal)
  const kept = stores.kubeconfigs.get({ namespace: NAMESPACE, name: 'shown' })
  expect(kept?.status?.fingerprint).toBe(fingerprint)
  expect(JSON.stringify(kept)).not.toContain(kubeconfig)
  expect(kept?.status).not.toHaveProperty('kubeconfig')
})
