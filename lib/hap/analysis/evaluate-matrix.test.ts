import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { anyBinding } from '../../../test/engine/bindings.ts'
import type { MultiAccount } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import type { Request } from '../request.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { decide } from '../selection/decide.ts'
import type { SelectionConfig } from '../selection/usage.ts'
import { policyOf, SEMANTICS, type Semantics } from '../semantics.ts'
import { evaluateMatrix, requestAt } from './evaluate-matrix.ts'
import { combinationAt, countCombinations, MATRIX_FIELDS, type Matrix, reductionOf } from './matrix.ts'

const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])
const MULTI_ACCOUNT: MultiAccount = { allowed: ['ga-1'], limits: { default: 2, providers: {} }, minBindingsForGuard: 2 }

function configOf(rules: readonly string[], semantics: Semantics = 'documented'): SelectionConfig {
  const policy = policyOf(semantics)
  const { ruleset } = Ruleset.from(rules, PLANS, policy)
  if (!ruleset) throw new Error(`not valid: ${rules.join('; ')}`)
  return { ruleset, plans: PLANS, multiAccount: MULTI_ACCOUNT, policy, at: 0 }
}

function evaluated(...given: Parameters<typeof evaluateMatrix>) {
  const run = evaluateMatrix(...given)
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
  }
}

const EMPTY: Matrix = { plan: [], provider: [], platformRegion: [], hyperscalerRegion: [], globalAccount: [] }
const USAGE = {
  clusters: () => ({ database: 1, reserved: 0, onlyInGardener: 0 }),
  tenants: () => [],
  bindings: () => [],
  condition: () => null,
  migrations: () => [],
  instances: () => 1,
  shoots: () => 1,
}

const values = (...all: readonly string[]) => fc.subarray([...all])
const anyMatrix: fc.Arbitrary<Matrix> = fc.record({
  plan: values('aws', 'gcp', 'trial', 'unknown'),
  provider: values('', 'aws', 'gcp'),
  platformRegion: values('cf-eu10', 'cf-eu11', ''),
  hyperscalerRegion: values('eu-central-1', 'us-east-1'),
  globalAccount: values('ga-1', 'ga-2', 'x,shared=true'),
})

describe('combinations', () => {
  test('are counted, with an empty field as one value', () => {
    expect(countCombinations(EMPTY)).toBe(1)
    expect(countCombinations({ ...EMPTY, plan: ['aws', 'gcp'], globalAccount: ['a', 'b', 'c'] })).toBe(6)
  })

  test('are numbered in the order of the values, the last field first', () => {
    const matrix = { ...EMPTY, plan: ['aws', 'gcp'], hyperscalerRegion: ['x', 'y'] }
    const all = [0, 1, 2, 3].map(number => combinationAt(matrix, number))
    expect(all.map(({ plan, hyperscalerRegion }) => `${plan} ${hyperscalerRegion}`)).toEqual([
      'aws x',
      'aws y',
      'gcp x',
      'gcp y',
    ])
  })

  test('are complete, each once', () => {
    fc.assert(
      fc.property(anyMatrix, matrix => {
        const all = Array.from({ length: countCombinations(matrix) }, (_, number) => combinationAt(matrix, number))
        expect(new Set(all.map(request => JSON.stringify(request))).size).toBe(all.length)
        for (const field of MATRIX_FIELDS) {
          const given = matrix[field].length === 0 ? [''] : matrix[field]
          expect(new Set(all.map(request => request[field]))).toEqual(new Set(given))
        }
      }),
    )
  })

  const many = (count: number) => Array.from({ length: count }, (_, number) => `v${number}`)
  test.each<[string, Matrix, ReturnType<typeof reductionOf>]>([
    ['as many as may be', { ...EMPTY, plan: many(300), globalAccount: many(100) }, null],
    [
      'one more',
      { ...EMPTY, plan: many(301), globalAccount: many(100) },
      { field: 'plan', values: 301, keep: 300, enough: true },
    ],
    [
      'of one field',
      { ...EMPTY, globalAccount: many(30_001) },
      { field: 'globalAccount', values: 30_001, keep: 30_000, enough: true },
    ],
    [
      'of three fields',
      { ...EMPTY, plan: many(200), platformRegion: many(250), hyperscalerRegion: many(200) },
      { field: 'platformRegion', values: 250, keep: 1, enough: false },
    ],
  ])('%s', (_, matrix, expected) => {
    expect(reductionOf(matrix)).toEqual(expected)
  })

  test('are within the limit after following the advice, as far as one field suffices', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 5 }), sizes => {
        const matrix = Object.fromEntries(
          MATRIX_FIELDS.map((field, place) => [field, many(sizes[place] ?? 0)]),
        ) as unknown as Matrix
        const advice = reductionOf(matrix)
        if (!advice) return
        const reduced = { ...matrix, [advice.field]: many(advice.keep) }
        expect(reductionOf(reduced) === null).toBe(advice.enough)
        expect(reductionOf({ ...matrix, [advice.field]: many(advice.keep + 1) })).not.toBeNull()
      }),
    )
  })
})

describe('a matrix', () => {
  test('lists combinations without a rule first, then without an account, then by rule', () => {
    const matrix = {
      ...EMPTY,
      plan: ['aws', 'gcp', 'azure', 'nope'],
      platformRegion: ['cf-eu11', ''],
      globalAccount: ['ga-2'],
    }
    const config = configOf(['aws', 'aws(PR=cf-eu11) -> EU', 'gcp -> PR'])
    const { groups, groupOf } = evaluated(matrix, { bindings: new PoolIndex(), usage: USAGE }, config)
    expect(groups.map(({ outcome, rule, combinations }) => [outcome, rule?.text, combinations])).toEqual([
      ['no-rule', undefined, 2],
      ['refused', undefined, 2],
      ['refused', 'gcp -> PR', 1],
      ['wait', 'aws', 1],
      ['wait', 'aws(PR=cf-eu11) -> EU', 1],
      ['wait', 'gcp -> PR', 1],
    ])
    expect(groupOf).toEqual([4, 3, 5, 2, 0, 0, 1, 1])
  })

  test('has the common reason of its combinations, or none if they differ', () => {
    const matrix = { ...EMPTY, plan: ['aws', 'gcp'], platformRegion: ['cf-eu11', 'cf-us10'], globalAccount: ['ga-2'] }
    const messages = (...rules: readonly string[]) =>
      evaluated(matrix, { bindings: new PoolIndex(), usage: USAGE }, configOf(rules)).groups.map(
        ({ message }) => message,
      )
    expect(messages('aws', 'gcp(PR=cf-sa30)')).toEqual([null, 'Would wait: pool aws has no free binding.'])
    expect(messages('aws', 'gcp(PR=cf-eu11)')[0]).toMatch(/^No rule of plan gcp matches platform region "cf-us10"/)
  })

  test('equals the single decisions of all its combinations', () => {
    const inventories = fc.array(anyBinding, { maxLength: 12 })
    fc.assert(
      fc.property(
        validRuleTexts,
        inventories,
        anyMatrix,
        fc.constantFrom(...SEMANTICS),
        (rules, bindings, matrix, semantics) => {
          const config = configOf(rules, semantics)
          const inventory = { bindings: PoolIndex.of(bindings), usage: USAGE }
          const { groups, groupOf } = evaluated(matrix, inventory, config)
          expect(groupOf).toHaveLength(countCombinations(matrix))
          groupOf.forEach((place, number) => {
            const request: Request = requestAt(matrix, number, config)
            const { outcome, rule, pool } = decide(request, inventory, config)
            expect(groups[place]).toMatchObject({ outcome: outcome.kind, rule, pool })
          })
          groups.forEach(({ combinations }, place) => {
            expect(groupOf.filter(each => each === place)).toHaveLength(combinations)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})
