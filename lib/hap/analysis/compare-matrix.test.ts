import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { anyBinding } from '../../../test/engine/bindings.ts'
import type { MultiAccount } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { bindingKey } from '../pools/binding.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { formatRule } from '../rules/rule.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { decide } from '../selection/decide.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import { policyOf, SEMANTICS, type Semantics } from '../semantics.ts'
import { compareMatrix, type MatrixDifference, requestAt } from './evaluate-matrix.ts'
import { countCombinations, type Matrix } from './matrix.ts'

const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])
const MULTI_ACCOUNT: MultiAccount = { allowed: ['ga-1'], limits: { default: 2, providers: {} }, minBindingsForGuard: 2 }
const USAGE = {
  clusters: () => ({ database: 1, reserved: 0, onlyInGardener: 0 }),
  tenants: () => [],
  bindings: () => [],
  condition: () => null,
  migrations: () => [],
  instances: () => 1,
  shoots: () => 1,
}
const EMPTY: Matrix = { plan: [], provider: [], platformRegion: [], hyperscalerRegion: [], globalAccount: [] }

function configOf(rules: readonly string[], semantics: Semantics = 'documented'): SelectionConfig {
  const policy = policyOf(semantics)
  const { ruleset } = Ruleset.from(rules, PLANS, policy)
  if (!ruleset) throw new Error(`not valid: ${rules.join('; ')}`)
  return { ruleset, plans: PLANS, multiAccount: MULTI_ACCOUNT, policy, at: 0 }
}

function compared(
  matrix: Matrix,
  inventory: Inventory,
  sides: { left: SelectionConfig; right: SelectionConfig },
): readonly MatrixDifference[] {
  const run = compareMatrix(matrix, inventory, sides)
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
  }
}

const words = ({ left, right, parts, numbers }: MatrixDifference) =>
  `${left.outcome} ${left.rule?.text ?? '-'} > ${right.outcome} ${right.rule?.text ?? '-'}: ${parts} ${numbers}`

describe('a comparison of matrices', () => {
  const nothing = { bindings: new PoolIndex(), usage: USAGE }
  const matrix = { ...EMPTY, plan: ['aws', 'gcp'], platformRegion: ['cf-eu11', 'cf-us10'] }

  test.each<[string, string[], string[], string[]]>([
    ['the same rules', ['aws', 'gcp'], ['aws', 'gcp'], []],
    ['the same rules in another order', ['aws', 'gcp'], ['gcp', 'aws'], []],
    ['another writing', ['aws(PR=cf-eu11)->EU', 'aws', 'gcp'], ['aws( PR = cf-eu11 ) -> EU', 'aws', 'gcp'], []],
    ['a rule that is gone', ['aws', 'gcp'], ['aws'], ['wait gcp > no-rule -: rule,pool,outcome 2,3']],
    [
      'a rule for a region',
      ['aws', 'gcp'],
      ['aws', 'gcp', 'aws(PR=cf-eu11) -> EU'],
      ['wait aws > wait aws(PR=cf-eu11) -> EU: rule,pool 0'],
    ],
    [
      'the same pool by another rule',
      ['aws', 'gcp'],
      ['aws', 'aws(PR=cf-us10)', 'gcp'],
      ['wait aws > wait aws(PR=cf-us10): rule 1'],
    ],
  ])('of %s', (_, left, right, expected) => {
    const sides = { left: configOf(left), right: configOf(right) }
    expect(compared(matrix, nothing, sides).map(words)).toEqual(expected)
  })

  test('lists exactly the combinations whose single decisions differ, each once', () => {
    const values = (...all: readonly string[]) => fc.subarray([...all])
    const anyMatrix: fc.Arbitrary<Matrix> = fc.record({
      plan: values('aws', 'gcp', 'trial', 'unknown'),
      provider: values('', 'aws', 'gcp'),
      platformRegion: values('cf-eu10', 'cf-eu11', ''),
      hyperscalerRegion: values('eu-central-1', 'us-east-1'),
      globalAccount: values('ga-1', 'ga-2', 'x,shared=true'),
    })
    const anySemantics = fc.constantFrom(...SEMANTICS)
    fc.assert(
      fc.property(
        fc.tuple(validRuleTexts, anySemantics),
        fc.tuple(validRuleTexts, anySemantics),
        fc.array(anyBinding, { maxLength: 12 }),
        anyMatrix,
        (left, right, bindings, asked) => {
          const sides = { left: configOf(...left), right: configOf(...right) }
          const inventory = { bindings: PoolIndex.of(bindings), usage: USAGE }
          const seen = (number: number, config: SelectionConfig) => {
            const { outcome, rule, pool } = decide(requestAt(asked, number, config), inventory, config)
            return JSON.stringify([
              outcome.kind,
              'reason' in outcome && outcome.reason,
              rule && formatRule(rule),
              pool,
              'binding' in outcome && bindingKey(outcome.binding),
            ])
          }
          const numbers = Array.from({ length: countCombinations(asked) }, (_, number) => number)
          const differing = numbers.filter(number => seen(number, sides.left) !== seen(number, sides.right))
          const found = compared(asked, inventory, sides)
          expect(found.flatMap(each => each.numbers).sort((a, b) => a - b)).toEqual(differing)
          for (const { left: l, right: r, numbers: some } of found) {
            for (const number of some) {
              const a = decide(requestAt(asked, number, sides.left), inventory, sides.left)
              const b = decide(requestAt(asked, number, sides.right), inventory, sides.right)
              expect([l.outcome, l.rule, r.outcome, r.rule]).toEqual([a.outcome.kind, a.rule, b.outcome.kind, b.rule])
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
