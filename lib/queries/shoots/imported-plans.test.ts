import { expect, test } from 'vitest'
import { DEFAULT_PLANS, type PlanFacts } from '#lib/hap/plans/plan.ts'
import { checkImport, createImportSource } from './imported-plans.ts'

const AWS = { plan: 'aws', platformRegion: null }
const GCP = { plan: 'gcp', platformRegion: 'cf-us10' }
const source = createImportSource(
  new Map<string, PlanFacts>([
    ['c-1', AWS],
    ['r-2', GCP],
  ]),
)

const namedShoot = (name: string, runtimeId: string | null) => ({ name, runtimeId })
const claimFor = (cluster: string | null) => ({ id: '1', plan: null, cluster })

test.each([
  ['the name of its shoot', namedShoot('c-1', null), null, AWS],
  ['its runtime id', namedShoot('c-2', 'r-2'), null, GCP],
  ['the name before the id', namedShoot('c-1', 'r-2'), null, AWS],
  ['the cluster its claim names', null, claimFor('r-2'), GCP],
  ['nothing: a claim of another name does not count', namedShoot('c-3', null), claimFor('c-1'), null],
  ['nothing without a name', null, claimFor(null), null],
])('finds a cluster by %s', (_by, shootOf, claimOf, facts) => {
  expect(source.of({ shoot: shootOf, claim: claimOf })).toEqual(facts)
})

const shoot = { name: 'c-1', runtimeId: 'r-1', labelled: { plan: null, platformRegion: null } }
const claim = { id: '7', cluster: 'c-7', plan: null }
const known = {
  clusters: [
    { shoot, claim: null },
    { shoot: null, claim },
  ],
  plans: DEFAULT_PLANS,
  platformRegions: ['cf-eu11'],
}

const check = (...lines: readonly (readonly [string, string | null, string | null])[]) =>
  checkImport(
    new Map(lines.map(([cluster, plan, platformRegion]): [string, PlanFacts] => [cluster, { plan, platformRegion }])),
    known,
  )

const NONE = { lines: 0, first: [] }

test('recognises a cluster by its name, runtime id, or the name in its claim', () => {
  const found = check(['c-1', 'aws', 'cf-eu11'], ['r-1', 'aws', null], ['c-7', null, 'cf-eu11'])
  expect(found).toEqual({ clusters: NONE, plans: NONE, platformRegions: NONE })
})

test('counts lines with unknown values and lists the first of them', () => {
  const found = check(
    ['c-1', 'awsx', 'cf eu11'],
    ['c-2', 'awsx', 'cf-eu11'],
    ['c-3', 'gcpx', null],
    ['c-4', 'aws', null],
    ['c-5', 'aws', null],
  )
  expect(found).toEqual({
    clusters: { lines: 4, first: ['c-2', 'c-3', 'c-4'] },
    plans: { lines: 3, first: ['awsx', 'gcpx'] },
    platformRegions: { lines: 1, first: ['cf eu11'] },
  })
})
