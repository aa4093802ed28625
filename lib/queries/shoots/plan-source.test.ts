import { expect, test } from 'vitest'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import { type PlannedCluster, type PlanOrigin, type PlanSource, resolvePlan } from './plan-source.ts'

const CLUSTER: PlannedCluster = { shoot: { name: 'c-1', runtimeId: 'r-1' }, claim: null }

function source(origin: PlanOrigin, facts: Partial<PlanFacts> | null): PlanSource {
  return { origin, of: () => facts && { plan: null, platformRegion: null, ...facts } }
}

test.each<
  [
    string,
    (readonly [PlanOrigin, Partial<PlanFacts> | null])[],
    [PlanOrigin, string] | null,
    [PlanOrigin, string] | null,
  ]
>([
  ['no source is asked', [], null, null],
  [
    'no source knows it',
    [
      ['database', null],
      ['kim', {}],
    ],
    null,
    null,
  ],
  ['one knows both', [['kim', { plan: 'aws', platformRegion: 'cf-eu11' }]], ['kim', 'aws'], ['kim', 'cf-eu11']],
  [
    'two know both, the first is believed',
    [
      ['database', { plan: 'aws', platformRegion: 'cf-eu11' }],
      ['kim', { plan: 'gcp', platformRegion: 'cf-us10' }],
    ],
    ['database', 'aws'],
    ['database', 'cf-eu11'],
  ],
  [
    'each knows one',
    [
      ['database', { platformRegion: 'cf-eu11' }],
      ['kim', { plan: 'aws' }],
    ],
    ['kim', 'aws'],
    ['database', 'cf-eu11'],
  ],
  [
    'the first does not know the cluster',
    [
      ['database', null],
      ['import', { plan: 'trial', platformRegion: 'cf-us10' }],
    ],
    ['import', 'trial'],
    ['import', 'cf-us10'],
  ],
  [
    'an empty text is nothing known',
    [
      ['database', { plan: '', platformRegion: '' }],
      ['label', { plan: 'aws' }],
    ],
    ['label', 'aws'],
    null,
  ],
])('when %s', (_case, sources, plan, platformRegion) => {
  const expected = (sourced: [PlanOrigin, string] | null) => sourced && { origin: sourced[0], value: sourced[1] }
  expect(
    resolvePlan(
      CLUSTER,
      sources.map(([origin, facts]) => source(origin, facts)),
    ),
  ).toEqual({ plan: expected(plan), platformRegion: expected(platformRegion) })
})
