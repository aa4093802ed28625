import { expect, test } from 'vitest'
import { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { knownClusters } from '../cluster-register.ts'
import { ClaimedPlans, createKimSource } from './landscape-plans.ts'
import type { PlannedCluster } from './plan-source.ts'

const claim = (id: string, plan: string | null): ClusterClaim => ({
  id,
  status: 'active',
  cluster: `c-${id}`,
  tenant: 'ga-1',
  plan,
  provider: 'aws',
  region: 'eu-central-1',
  poolKey: 'aws',
  binding: null,
  account: 'Secret/n/a',
  at: '2026-11-21T06:00:00Z',
})

/** Reads `regions`, and records the requested ids. */
function source(regions: Readonly<Record<string, string>>) {
  const asked: (readonly string[])[] = []
  const plans = new ClaimedPlans(async ids => {
    asked.push(ids)
    return new Map(ids.flatMap(id => (regions[id] === undefined ? [] : [[id, regions[id]] as const])))
  })
  return { asked, plans, of: (claim: ClusterClaim) => plans.of({ shoot: null, claim }) }
}

test('knows the plan immediately, and the platform region after the read', async () => {
  const { plans, of } = source({ a: 'cf-eu11' })
  const [a, b, adopted] = [claim('a', 'aws'), claim('b', 'gcp'), claim('adopted', null)]
  expect(of(a)).toEqual({ plan: 'aws', platformRegion: null })
  await plans.learn(knownClusters([a, b, adopted]))
  expect([a, b, adopted].map(of)).toEqual([
    { plan: 'aws', platformRegion: 'cf-eu11' },
    { plan: 'gcp', platformRegion: null },
    { plan: null, platformRegion: null },
  ])
  expect(plans.of({ shoot: { name: 'c', runtimeId: null }, claim: null })).toBeNull()
})

test('reads each claim once, skips registered ones, and forgets deleted ones', async () => {
  const { plans, asked, of } = source({ a: 'cf-eu11', b: 'cf-us10' })
  const [a, b, adopted] = [claim('a', 'aws'), claim('b', 'aws'), claim('adopted', null)]
  const both = knownClusters([a, adopted])
  await plans.learn(both)
  await plans.learn(both)
  await plans.learn(null)
  await plans.learn(knownClusters([a, adopted]))
  expect(asked).toEqual([['a']])
  await plans.learn(knownClusters([b]))
  expect(asked).toEqual([['a'], ['b']])
  expect([of(a)?.platformRegion, of(b)?.platformRegion]).toEqual([null, 'cf-us10'])
})

test('reads in pages', async () => {
  const { plans, asked } = source({})
  await plans.learn(knownClusters(Array.from({ length: 2_001 }, (_, n) => claim(`${n}`, 'aws'))))
  expect(asked.map(ids => ids.length)).toEqual([1_000, 1_000, 1])
})

test('keeps its values after a failure, and retries', async () => {
  let failing = false
  const plans = new ClaimedPlans(async ids => {
    if (failing) throw new Error('The database does not answer.')
    return new Map(ids.map(id => [id, 'cf-eu11']))
  })
  const [a, b] = [claim('a', 'aws'), claim('b', 'aws')]
  const regionOf = (of: ClusterClaim) => plans.of({ shoot: null, claim: of })?.platformRegion
  await plans.learn(knownClusters([a]))
  failing = true
  const later = knownClusters([a, b])
  await expect(plans.learn(later)).rejects.toThrow('does not answer')
  expect([regionOf(a), regionOf(b)]).toEqual(['cf-eu11', null])
  failing = false
  await plans.learn(later)
  expect([regionOf(a), regionOf(b)]).toEqual(['cf-eu11', 'cf-eu11'])
})

const runtimes = new RuntimeTable()
runtimes.sink('Runtime').put('r-1', {
  runtimeId: 'r-1',
  shootName: 'c-1',
  facts: { plan: 'aws', platformRegion: 'cf-eu11' },
})
const { of } = createKimSource(runtimes)

const shoot = (name: string, runtimeId: string | null): PlannedCluster => ({ shoot: { name, runtimeId }, claim: null })
const claimOf = (cluster: string | null): PlannedCluster => ({ shoot: null, claim: { id: '1', cluster, plan: null } })

test.each<[string, PlannedCluster, string | null]>([
  ['a shoot by its runtime id', shoot('c-1', 'r-1'), 'aws'],
  ['a shoot by its runtime id, independent of its name', shoot('c-9', 'r-1'), 'aws'],
  ['no shoot by a name that another runtime had', shoot('c-1', 'r-2'), null],
  ['a shoot without a runtime id by its name', shoot('c-1', null), 'aws'],
  ['no other shoot', shoot('c-2', null), null],
  ['a claim by the runtime id it names', claimOf('r-1'), 'aws'],
  ['a claim by the shoot it names', claimOf('c-1'), 'aws'],
  ['no claim that names another', claimOf('c-2'), null],
  ['no claim that names none', claimOf(null), null],
  ['nothing without either', { shoot: null, claim: null }, null],
])('knows %s', (_case, cluster, plan) => {
  expect(of(cluster)?.plan ?? null).toBe(plan)
})
