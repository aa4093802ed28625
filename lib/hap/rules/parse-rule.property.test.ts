import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kebParse } from '../../../test/engine/keb-parser.ts'
import { randomRuleLists } from '../../../test/engine/random-rules.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import { policyOf } from '../semantics.ts'
import { parseRule } from './parse-rule.ts'

const documented = policyOf('documented')
const keb = policyOf('keb')
const LISTS = repetitions({ fast: 2_500, deep: 100_000 })

function read(text: string, policy = documented) {
  const { rule } = parseRule(text, 0, policy)
  return rule && { plan: rule.plan, PR: rule.platformRegion, HR: rule.hyperscalerRegion, output: flags(rule.output) }
}

function flags(output: Readonly<Record<string, boolean>>): string {
  return Object.keys(output)
    .filter(name => output[name])
    .join(' ')
}

describe('under KEB semantics the parser', () => {
  test('agrees with KEB on mutated rules', () => {
    const lists = randomRuleLists(1)
    for (let count = 0; count < LISTS; count++) {
      for (const text of lists.next().value) expect(ours(text), JSON.stringify(text)).toEqual(kebParse(text))
    }
  })

  test('agrees with KEB on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aPRHSEU()=,-> \t\u00a0x') }), text => {
        expect(ours(text)).toEqual(kebParse(text))
      }),
      { numRuns: repetitions({ fast: 500, deep: 50_000 }) },
    )
  })

  function ours(text: string) {
    const { rule } = parseRule(text, 0, keb)
    if (!rule) return null
    const { plan, platformRegion, hyperscalerRegion, output } = rule
    return { plan, platformRegion, hyperscalerRegion, output }
  }
})

test('a rule that is valid as documented is the same rule for KEB, except for empty parentheses', () => {
  const lists = randomRuleLists(2)
  for (let count = 0; count < LISTS; count++) {
    for (const text of lists.next().value) {
      const rule = read(text)
      if (rule && !/\([ \t\n\r\f]*\)/.test(text)) expect(read(text, keb), JSON.stringify(text)).toEqual(rule)
    }
  }
})
