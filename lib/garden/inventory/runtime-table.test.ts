import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import { RUNTIME_KINDS, type RuntimeKind, RuntimeTable, runtimeProjection } from './runtime-table.ts'

const AWS: PlanFacts = { plan: 'aws', platformRegion: 'cf-eu11' }
const GCP: PlanFacts = { plan: 'gcp', platformRegion: 'cf-us30' }
const PLAN_ONLY: PlanFacts = { plan: 'aws', platformRegion: null }
const REGION_ONLY: PlanFacts = { plan: null, platformRegion: 'cf-eu11' }
const NOTHING: PlanFacts = { plan: null, platformRegion: null }

function put(
  table: RuntimeTable,
  kind: RuntimeKind,
  runtimeId: string,
  facts: PlanFacts,
  shootName = `c-${runtimeId}`,
) {
  table.sink(kind).put(runtimeId, { runtimeId, shootName, facts })
}

describe('the table of runtimes', () => {
  test.each<[PlanFacts | null, PlanFacts | null, PlanFacts | null]>([
    [null, null, null],
    [AWS, null, AWS],
    [null, AWS, AWS],
    [AWS, AWS, AWS],
    [AWS, GCP, AWS],
    [PLAN_ONLY, GCP, { plan: 'aws', platformRegion: 'cf-us30' }],
    [REGION_ONLY, GCP, { plan: 'gcp', platformRegion: 'cf-eu11' }],
    [NOTHING, GCP, GCP],
    [PLAN_ONLY, NOTHING, PLAN_ONLY],
  ])('merges a Runtime with %j and a GardenerCluster with %j', (runtime, cluster, both) => {
    const table = new RuntimeTable()
    if (runtime) put(table, 'Runtime', 'r', runtime)
    if (cluster) put(table, 'GardenerCluster', 'r', cluster)
    expect(table.of('r')).toEqual(both)
    expect(table.ofShoot('c-r')).toEqual(both)
    expect(table.of('c-r')).toBeNull()
    expect(table.ofShoot('r')).toBeNull()
  })

  test('counts changes of facts only', () => {
    const table = new RuntimeTable()
    const grows = (change: () => void) => {
      const before = table.changes
      change()
      return table.changes > before
    }
    expect(grows(() => put(table, 'Runtime', 'r', AWS))).toBe(true)
    expect(grows(() => put(table, 'Runtime', 'r', AWS))).toBe(false)
    expect(grows(() => put(table, 'Runtime', 'r', GCP))).toBe(true)
    expect(grows(() => put(table, 'Runtime', 'r', GCP, 'c-other'))).toBe(true)
    expect(grows(() => table.sink('GardenerCluster').remove('r'))).toBe(false)
    expect(grows(() => table.sink('Runtime').retain(new Set(['r'])))).toBe(false)
    expect(grows(() => table.sink('Runtime').retain(new Set()))).toBe(true)
    expect(table.of('r')).toBeNull()
  })

  test('a shoot that two runtimes name belongs to a Runtime rather than a GardenerCluster', () => {
    const table = new RuntimeTable()
    put(table, 'GardenerCluster', 'r-1', GCP, 'c')
    put(table, 'Runtime', 'r-2', AWS, 'c')
    expect(table.ofShoot('c')).toEqual(AWS)
    table.sink('Runtime').remove('r-2')
    expect(table.ofShoot('c')).toEqual(GCP)
  })

  test('lists the platform regions of existing objects', () => {
    const table = new RuntimeTable()
    put(table, 'Runtime', 'r-1', AWS)
    put(table, 'Runtime', 'r-2', PLAN_ONLY)
    put(table, 'GardenerCluster', 'r-2', GCP)
    expect([...table.platformRegions()].sort()).toEqual(['cf-eu11', 'cf-us30'])
    table.sink('Runtime').retain(new Set(['r-2']))
    expect([...table.platformRegions()]).toEqual(['cf-us30'])
  })

  test('equals the facts of the remaining objects after any changes', () => {
    const ids = ['r-1', 'r-2', 'r-3']
    const change = fc.record({
      kind: fc.constantFrom(...RUNTIME_KINDS),
      id: fc.constantFrom(...ids),
      facts: fc.constantFrom(null, AWS, GCP, PLAN_ONLY),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), changes => {
        const table = new RuntimeTable()
        const left = { Runtime: new Map<string, PlanFacts>(), GardenerCluster: new Map<string, PlanFacts>() }
        for (const { kind, id, facts } of changes) {
          if (facts === null) {
            table.sink(kind).remove(id)
            left[kind].delete(id)
          } else {
            put(table, kind, id, facts)
            left[kind].set(id, facts)
          }
          // An intermediate read must not affect the final result.
          table.ofShoot('c-r-1')
        }
        for (const id of ids) {
          const [runtime, cluster] = [left.Runtime.get(id), left.GardenerCluster.get(id)]
          const facts = {
            plan: runtime?.plan ?? cluster?.plan ?? null,
            platformRegion: runtime?.platformRegion ?? cluster?.platformRegion ?? null,
          }
          expect(table.of(id) ?? NOTHING).toEqual(facts)
          expect(table.ofShoot(`c-${id}`)).toEqual(table.of(id))
        }
      }),
    )
  })
})

const K = 'kyma-project.io/'
const project = (object: KubeObject) => runtimeProjection(new Interner())(object)

test.each([
  [
    'whole',
    {
      [`${K}runtime-id`]: 'r-1',
      [`${K}shoot-name`]: 'c-1',
      [`${K}broker-plan-name`]: 'aws',
      [`${K}platform-region`]: 'cf-eu11',
    },
    { runtimeId: 'r-1', shootName: 'c-1', facts: { plan: 'aws', platformRegion: 'cf-eu11' } },
  ],
  [
    'from before there was a label for the platform region',
    { [`${K}runtime-id`]: 'r-1', [`${K}shoot-name`]: 'c-1', [`${K}broker-plan-name`]: 'aws' },
    { runtimeId: 'r-1', shootName: 'c-1', facts: { plan: 'aws', platformRegion: null } },
  ],
  ['without labels', {}, { runtimeId: 'name', shootName: null, facts: { plan: null, platformRegion: null } }],
  [
    'with empty labels',
    { [`${K}runtime-id`]: '', [`${K}broker-plan-name`]: '' },
    { runtimeId: 'name', shootName: null, facts: { plan: null, platformRegion: null } },
  ],
])('an object %s', (_case, labels, facts) => {
  expect(project({ metadata: { name: 'name', labels } })).toEqual(facts)
})

test('skips an object without a name, with or without metadata', () => {
  expect(project({})).toBeNull()
  expect(project({ metadata: {} })).toBeNull()
})

test('shares equal facts between objects', () => {
  const both = runtimeProjection(new Interner())
  const of = (name: string) => both({ metadata: { name, labels: { [`${K}broker-plan-name`]: 'aws' } } })
  expect(of('r-1')?.facts).toBe(of('r-2')?.facts)
})
