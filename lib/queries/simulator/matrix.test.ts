import { expect, test } from 'vitest'
import { combinationAt, countCombinations } from '#lib/hap/analysis/matrix.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { getPoolFacts } from '../pools/pool-facts.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { buildMatrixView } from './evaluate-matrix.ts'
import { simulate } from './simulate.ts'

const { context } = landscapeContext('demo')

const MATRIX = {
  plan: ['aws', 'trial', 'gdch', 'aws'],
  provider: ['aws'],
  platformRegion: ['cf-eu11', 'cf-us10'],
  hyperscalerRegion: [],
  globalAccount: [...context.inventory.globalAccounts()].slice(0, 20),
}

test('each combination equals the result of the simulator and the counts of its pool', async () => {
  const { matrix, groups, groupOf, rules } = await buildMatrixView(context, MATRIX)
  expect(countCombinations(matrix)).toBe(3 * 2 * 20)
  const pools = getPoolFacts(context).pools
  for (const [number, place] of groupOf.entries()) {
    const group = groups[place]
    const { decision } = simulate(context, combinationAt(matrix, number))
    expect([group?.outcome, group?.pool, group?.rule?.no]).toEqual([
      decision.outcome.kind,
      decision.pool,
      decision.rule ? decision.rule.index + 1 : undefined,
    ])
    if (group?.pool) expect(group.states).toEqual(pools.get(poolKey(group.pool))?.states)
    if (group?.pool && decision.steps[0]?.requirements) {
      for (const requirement of group.selector?.split(',') ?? ['none'])
        expect(decision.steps[0].requirements).toContain(requirement)
    }
  }
  expect(rules).toBe(11)
  expect(groups[0]?.outcome).toBe('no-rule')
})

test.each([
  ['keb', ['aws'], true],
  ['keb', ['trial'], false],
  ['documented', ['aws'], false],
] as const)('with semantics %s and plan %j, the result is estimated: %s', async (semantics, plan, estimated) => {
  const view = await buildMatrixView({ ...context, semantics }, { ...MATRIX, plan })
  expect(view.groups.some(({ pool }) => pool?.shared === (plan[0] === 'trial'))).toBe(true)
  expect(view.estimated).toBe(estimated)
})
