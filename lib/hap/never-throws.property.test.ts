import { expect, test } from 'vitest'
import { randomRuleLists } from '../../test/engine/random-rules.ts'
import { repetitions } from '../../test/kit/repetitions.ts'
import { DEFAULT_PLANS } from './plans/plan.ts'
import { validateRules } from './rules/validate-rules.ts'
import { policyOf, SEMANTICS } from './semantics.ts'

const LISTS = repetitions({ fast: 2_500, deep: 100_000 })

/** The limit only ends a hang: on a busy machine this takes minutes. */
test('random and mutated rule lists are parsed without an exception', () => {
  const lists = randomRuleLists(20_261_121)
  let diagnostics = 0
  for (let count = 0; count < LISTS; count++) {
    const texts = lists.next().value
    for (const semantics of SEMANTICS)
      diagnostics += validateRules(texts, DEFAULT_PLANS, policyOf(semantics)).diagnostics.length
  }
  expect(diagnostics).toBeGreaterThan(2 * LISTS)
}, 300_000)
