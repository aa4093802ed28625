import { expect, test } from 'vitest'
import { countClusters, coverRules } from '#lib/hap/analysis/coverage.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { requestedLikeTerms, WITHOUT_PLAN } from '#lib/search/shoot-terms.ts'
import { knownClusters } from '../cluster-register.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { listShoots } from '../shoots/list-shoots.ts'
import { claimFor, landscapeContext } from '../testing/landscape-context.ts'
import { collectSeenRequests } from './seen-requests.ts'

/** The plan of every second shoot is known, and the platform region of every third. */
function knowing(context: QueryContext): QueryContext {
  const names = [...context.inventory.shoots()].map(({ name }) => name).sort()
  return {
    ...context,
    plans: [
      {
        origin: 'kim',
        of: ({ shoot }) => {
          const place = shoot ? names.indexOf(shoot.name) : 1
          return { plan: place % 2 === 0 ? 'aws' : null, platformRegion: place % 3 === 0 ? 'cf-eu11' : null }
        },
      },
    ],
  }
}

const { context } = landscapeContext('small')
const sources = knowing(context)
const total = context.inventory.shootCount

test('each cluster is in a combination or has no known plan', () => {
  const { combinations, withoutPlan, partial } = collectSeenRequests(sources, knownClusters([]))
  expect(partial).toBe(false)
  expect(withoutPlan).toBe(Math.floor(total / 2))
  expect(countClusters(combinations) + withoutPlan).toBe(total)
  expect(new Set(combinations.map(({ plan }) => plan))).toEqual(new Set(['aws']))
  expect(new Set(combinations.map(({ platformRegion }) => platformRegion))).toEqual(new Set(['cf-eu11', null]))
  const youngest = Math.max(...combinations.map(({ lastAt }) => lastAt ?? 0))
  expect([...context.inventory.shoots()].map(({ createdAt }) => Date.parse(createdAt))).toContain(youngest)
})

test('the search of each number finds the counted clusters', () => {
  const [shoot] = context.inventory.shoots()
  const known = knownClusters(shoot ? [{ ...claimFor(shoot, context), cluster: null }] : [])
  const { combinations, withoutPlan } = collectSeenRequests(sources, known)
  const count = (q: string | null) => listShoots(sources, known, { q: q ?? '-', sort: '', offset: 0, limit: 1 }).hits
  expect(combinations.map(one => count(requestedLikeTerms(one)))).toEqual(combinations.map(({ clusters }) => clusters))
  expect(count(WITHOUT_PLAN)).toBe(withoutPlan)
  expect(requestedLikeTerms({ plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: null })).toBeNull()
})

test('the rules in force cover the combinations', () => {
  const { combinations } = collectSeenRequests(sources, null)
  const { rules, uncovered, unclear } = coverRules(combinations, context.rules.ruleset)
  const clusters = rules.reduce((sum, rule) => sum + rule.clusters, 0)
  expect(clusters + countClusters(uncovered) + countClusters(unclear)).toBe(Math.ceil(total / 2))
  expect(countClusters(unclear)).toBeGreaterThan(0)
})

test('includes clusters of claims, and is partial without the database', () => {
  const [shoot] = context.inventory.shoots()
  if (!shoot) throw new Error('The landscape has no shoots.')
  const claim = { ...claimFor(shoot, context), cluster: 'only-claimed', plan: 'gcp', region: 'europe-west3' }
  const plans: QueryContext['plans'] = [
    { origin: 'database', of: ({ claim }) => claim && { plan: claim.plan, platformRegion: null } },
  ]
  const { combinations } = collectSeenRequests({ ...landscapeContext('small').context, plans }, knownClusters([claim]))
  expect(combinations).toMatchObject([{ plan: 'gcp', hyperscalerRegion: 'europe-west3', clusters: 1 }])
  expect(collectSeenRequests(context, null).partial).toBe(true)
})

test('lists the pools of the pools page', () => {
  const { pools } = collectSeenRequests(context, null)
  expect(new Map(pools.map(pool => [poolKey(pool), pool.accounts]))).toEqual(
    new Map(Array.from(getPoolFacts(context).pools, ([key, { accounts }]) => [key, accounts])),
  )
})
