import { expect, test } from 'vitest'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import { importPlans } from './import-plans.ts'

const AWS = { plan: 'aws', platformRegion: null }
const GCP = { plan: 'gcp', platformRegion: 'cf-us10' }
const source = importPlans(
  new Map<string, PlanFacts>([
    ['c-1', AWS],
    ['r-2', GCP],
  ]),
)

const shoot = (name: string, runtimeId: string | null) => ({ name, runtimeId })
const claim = (cluster: string | null) => ({ id: '1', plan: null, cluster })

test.each([
  ['the name of its shoot', shoot('c-1', null), null, AWS],
  ['its runtime id', shoot('c-2', 'r-2'), null, GCP],
  ['the name before the id', shoot('c-1', 'r-2'), null, AWS],
  ['the cluster its claim names', null, claim('r-2'), GCP],
  ['nothing: a claim of another name does not count', shoot('c-3', null), claim('c-1'), null],
  ['nothing: nobody named it', null, claim(null), null],
])('finds a cluster by %s', (_by, shootOf, claimOf, facts) => {
  expect(source.of({ shoot: shootOf, claim: claimOf })).toEqual(facts)
})
