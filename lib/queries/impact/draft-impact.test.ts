import { describe, expect, test } from 'vitest'
import { CHANGES } from '#lib/hap/impact/destination.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { knownClusters } from '../cluster-register.ts'
import { getFactsOfPool } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import type { PlanSource } from '../shoots/plan-source.ts'
import { claimFor, landscapeContext } from '../testing/landscape-context.ts'
import { computeDraftImpact } from './draft-impact.ts'
import { formatImpactFile, groupByGlobalAccount, listImpactRows } from './impact-rows.ts'
import { buildImpactView } from './impact-view.ts'
import { clusterPopulation, requestPopulation } from './population.ts'

/** KIM knows the plans of two thirds of the shoots, labels the others; half of the platform regions are known. */
function landscape(): QueryContext {
  const { context } = landscapeContext('small')
  const names = [...context.inventory.shoots()].map(({ name }) => name).sort()
  const place = new Map(names.map((name, index) => [name, index]))
  const of =
    (knows: (index: number) => boolean): PlanSource['of'] =>
    ({ shoot }) => {
      const index = shoot ? (place.get(shoot.name) ?? -1) : -1
      if (!shoot || !knows(index)) return null
      return { plan: planOf(index), platformRegion: index % 2 === 0 ? 'cf-eu11' : null }
    }
  const [claimed] = context.plans
  if (!claimed) throw new Error('Claims are a source.')
  return {
    ...context,
    plans: [
      claimed,
      { origin: 'kim', of: of(index => index % 3 > 0) },
      { origin: 'label', of: of(index => index % 3 === 0) },
    ],
  }
}

const planOf = (index: number) => ['aws', 'azure', 'gcp'][index % 3] ?? null

const context = landscape()
const shoots = [...context.inventory.shoots()]
const [first] = shoots
if (!first) throw new Error('The landscape has no shoots.')

function rulesetOf(texts: readonly string[]): Ruleset {
  const { ruleset } = Ruleset.from(texts, { ...context.rules.plans, required: new Set() }, policyOf('documented'))
  if (!ruleset) throw new Error('The rules are not valid.')
  return ruleset
}

const CHANGED = rulesetOf(['aws(PR=cf-eu11) -> S', 'aws', 'azure -> PR', 'gcp'])

describe('the clusters of the landscape', () => {
  const population = clusterPopulation(context, knownClusters([]), null)

  test('are complete, with the values of the plan sources', () => {
    expect(population.map(({ cluster }) => cluster).sort()).toEqual(shoots.map(({ name }) => name).sort())
    const { shares } = buildImpactView(computeDraftImpact(context, CHANGED, population), population, 'documented')
    expect(shares.plan.kim + shares.plan.label).toBe(shoots.length)
    expect(shares.plan.kim).toBe(shoots.length - Math.ceil(shoots.length / 3))
    expect(shares.platformRegion.nobody).toBe(Math.floor(shoots.length / 2))
  })

  test('prefer the database, then an imported file, then labels', () => {
    const claim = { ...claimFor(first, context), plan: 'gcp' }
    const imported: PlanSource = { origin: 'import', of: () => ({ plan: 'azure', platformRegion: 'cf-us10' }) }
    const asked = clusterPopulation(context, knownClusters([claim]), imported)
    const of = (name: string) => asked.find(({ cluster }) => cluster === name)
    expect(of(first.name)).toMatchObject({ asked: { plan: 'gcp' }, planFrom: 'database' })
    const origins = new Set(asked.map(({ planFrom }) => planFrom))
    expect(origins).toEqual(new Set(['database', 'kim', 'import']))
  })

  test('get the decision of a single request, and none is missing', () => {
    const impact = computeDraftImpact(context, CHANGED, population)
    const { inventory, rules, at } = context
    const rows = listImpactRows(impact, 'all')
    expect(rows.map(({ key }) => key).sort()).toEqual(population.map(({ key }) => key).sort())
    expect(listImpactRows(impact, 'unknown').length).toBeGreaterThan(0)
    for (const { asked, before, after, missing, message } of rows) {
      if (missing !== null) {
        expect([missing, asked.platformRegion]).toEqual(['platform-region', null])
        continue
      }
      const request = {
        plan: asked.plan ?? '',
        provider: asked.provider ?? '',
        platformRegion: asked.platformRegion ?? '',
        hyperscalerRegion: asked.hyperscalerRegion ?? '',
        globalAccount: asked.globalAccount ?? 'nobody',
      }
      const ends = [rules.ruleset, CHANGED].map(ruleset => {
        const searched = { bindings: inventory.pools, usage: inventory.usage }
        const { outcome, pool } = decide(request, searched, { ...rules, ruleset, policy: policyOf('documented'), at })
        return outcome.kind === 'refused' || outcome.kind === 'no-rule'
          ? { pool: null, message: outcome.message }
          : { pool, message: null }
      })
      expect([before, after]).toEqual(ends.map(({ pool }) => pool))
      expect(message).toBe(ends[1]?.message)
    }
  })

  test('keep their own reason, and a group counts distinct reasons', () => {
    const narrow = rulesetOf(['aws(PR=cf-ch20)', 'azure(PR=cf-ch20)', 'gcp(PR=cf-ch20)'])
    const impact = computeDraftImpact(context, narrow, population)
    const said = buildImpactView(impact, population, 'documented').groups.map(({ key, after }) => {
      const rows = listImpactRows(impact, `group:${key}`)
      for (const { asked, message } of rows) expect(message).toContain(`region "${asked.hyperscalerRegion}"`)
      const reasons = new Set(rows.map(({ message }) => message))
      const several = `no rule matches ${reasons.size} combinations of regions`
      expect(after.message).toBe(reasons.size === 1 ? rows[0]?.message : several)
      return reasons.size
    })
    expect(Math.max(...said)).toBeGreaterThan(1)
  })

  test('add up in each figure, whose rows can be listed', () => {
    const impact = computeDraftImpact(context, CHANGED, population)
    const view = buildImpactView(impact, population, 'documented')
    const rows = (choice: string) => listImpactRows(impact, choice).reduce((sum, { clusters }) => sum + clusters, 0)
    expect(view.all.clusters).toBe(rows('all'))
    for (const change of CHANGES) expect(rows(`change:${change}`)).toBe(view.changes[change].clusters)
    for (const [concern, { clusters }] of Object.entries(view.concerns))
      expect(rows(`concern:${concern}`)).toBe(clusters)
    for (const { missing, clusters } of view.unknown) expect(rows(`missing:${missing}`)).toBe(clusters)
    for (const [origin, count] of Object.entries(view.shares.plan)) expect(rows(`plan:${origin}`)).toBe(count)
    for (const [origin, count] of Object.entries(view.shares.platformRegion))
      expect(rows(`region:${origin}`)).toBe(count)
    for (const { key, clusters, needing } of view.groups) {
      expect(rows(`group:${key}`)).toBe(clusters)
      expect(rows(`needing:${key}`)).toBe(needing.clusters)
    }
    expect(view.groups.some(({ needing }) => needing.clusters > 0)).toBe(true)
    const stays = view.changes.unchanged.clusters + view.changes.unmatched.clusters
    expect(rows('changing')).toBe(rows('evaluated') - stays)
    expect(rows('evaluated') + rows('unknown')).toBe(rows('all'))
    expect([rows('change:else'), rows('concern:else'), rows(''), rows('group:')]).toEqual([0, 0, 0, 0])
  })

  test('belong to the counted global accounts', () => {
    const impact = computeDraftImpact(context, CHANGED, population)
    const { changes, concerns, groups } = buildImpactView(impact, population, 'documented')
    const accounts = (choice: string) => groupByGlobalAccount(listImpactRows(impact, choice))
    for (const change of CHANGES) expect(accounts(`change:${change}`)).toHaveLength(changes[change].globalAccounts)
    for (const [concern, { globalAccounts }] of Object.entries(concerns))
      expect(accounts(`concern:${concern}`)).toHaveLength(globalAccounts)
    for (const { key, globalAccounts, needing } of groups) {
      expect(accounts(`group:${key}`)).toHaveLength(globalAccounts)
      expect(accounts(`needing:${key}`)).toHaveLength(needing.globalAccounts)
    }
    const [most, ...others] = accounts('all')
    for (const { clusters } of others) expect(clusters).toBeLessThanOrEqual(most?.clusters ?? 0)
    const own = population.filter(({ asked }) => asked.globalAccount === most?.id)
    expect(most).toMatchObject({ clusters: own.length })
    expect(new Set(most?.after.map(poolKey)).size).toBe(most?.after.length)
  })

  test('are compared with the usable accounts of the pools page', () => {
    const impact = computeDraftImpact(context, CHANGED, population)
    const rooms = impact.groups.flatMap(({ room }) => (room && room.free !== null ? [room] : []))
    expect(rooms.length).toBeGreaterThan(0)
    expect(rooms.some(({ needs }) => needs > 0)).toBe(true)
    for (const { pool, needs, free } of rooms) {
      const key = poolKey(pool)
      expect([key, free]).toEqual([key, getFactsOfPool(pool, context).usable])
      expect(groupByGlobalAccount(listImpactRows(impact, `arriving:${key}`))).toHaveLength(needs)
    }
  })

  test('keep their pool under the rules in force', () => {
    const { changes, unknown } = computeDraftImpact(context, context.rules.ruleset, population)
    expect(changes.unchanged.clusters + changes.unmatched.clusters + unknown.length).toBe(shoots.length)
  })

  test('need an estimated number of accounts with KEB semantics in dedicated pools', () => {
    const kebContext = { ...context, semantics: 'keb' } as const
    const estimated = (ruleset: Ruleset, semantics: 'keb' | 'documented') =>
      buildImpactView(computeDraftImpact({ ...kebContext, semantics }, ruleset, population), population, semantics)
        .estimated
    expect(estimated(CHANGED, 'keb')).toBe(true)
    expect(estimated(CHANGED, 'documented')).toBe(false)
    expect(estimated(rulesetOf(['aws -> S', 'azure -> S', 'gcp -> S']), 'keb')).toBe(false)
    expect(estimated(context.rules.ruleset, 'keb')).toBe(false)
    const rows = listImpactRows(computeDraftImpact(kebContext, CHANGED, population), 'all')
    const cells = (semantics: 'keb' | 'documented') => {
      const [head = '', ...lines] = formatImpactFile(rows, semantics).trimEnd().split('\r\n')
      expect(head).toContain(',new_pool_needs_is,')
      return lines.filter(line => line.includes(',estimated,')).length
    }
    const arriving = rows.filter(({ room, after }) => room !== null && after?.shared === false)
    expect(arriving.length).toBeGreaterThan(0)
    expect([cells('keb'), cells('documented')]).toEqual([arriving.length, 0])
  })

  test('are exported with one line each', () => {
    const impact = computeDraftImpact(context, CHANGED, population)
    const lines = formatImpactFile(listImpactRows(impact, 'all'), 'documented').trimEnd().split('\r\n')
    expect(lines).toHaveLength(shoots.length + 1)
    expect(lines[0]).toBe(
      'change,concerns,clusters,cluster,global_account,plan,plan_from,provider,platform_region,platform_region_from,hyperscaler_region,pool_now,old_pool,new_pool,old_rule,new_rule,new_pool_needs,new_pool_needs_is,new_pool_has_free,reason',
    )
    expect(lines.at(-1)).toContain('unknown platform region')
  })
})

test('evaluates each recorded request with its number of claims', () => {
  const asked = {
    plan: 'aws',
    provider: 'aws',
    platformRegion: '',
    hyperscalerRegion: 'eu-central-1',
    globalAccount: 'ga-1',
  }
  const population = requestPopulation([{ ...asked, claims: 7, at: new Date(context.at) }])
  const impact = computeDraftImpact(context, rulesetOf(['gcp']), population)
  expect(listImpactRows(impact, 'all')).toMatchObject([
    { change: 'newly-unmatched', clusters: 7, asked, cluster: null },
  ])
})
