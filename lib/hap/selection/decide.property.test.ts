import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRequest, validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { anyBinding } from '../../../test/engine/bindings.ts'
import { accountBindings, configOf, summary } from '../../../test/engine/decide-world.ts'
import { naiveDecide } from '../../../test/engine/naive-decide.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import { type Binding, bindingKey } from '../pools/binding.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { mixedPolicy, POLICY_NAMES, policyOf } from '../semantics.ts'
import { decide } from './decide.ts'
import { fnv1a } from './search.ts'
import type { UsageSource } from './usage.ts'

describe('under any policy the decision', () => {
  const anyMultiAccount = fc.record({
    allowed: fc.constantFrom([], ['*'], ['ga-1']),
    limits: fc.constantFrom({ default: 3, providers: { aws: 5 } }, { default: 0, providers: {} }),
    minBindingsForGuard: fc.constantFrom(0, 2),
  })
  const anyPolicy = fc.subarray([...POLICY_NAMES]).map(names => mixedPolicy(new Set(names)))
  const anyWorld = fc.record({
    texts: validRuleTexts,
    bindings: fc.uniqueArray(anyBinding, { selector: bindingKey, maxLength: 24 }),
    request: anyRequest,
    multiAccount: anyMultiAccount,
    policy: fc.oneof(fc.constantFrom(policyOf('documented'), policyOf('keb')), anyPolicy),
    salt: fc.nat(9),
  })

  test('equals the decision of the naive reference', () => {
    fc.assert(
      fc.property(anyWorld, ({ texts, bindings, request, multiAccount, policy, salt }) => {
        const usage = saltedUsage(salt, bindings)
        const config = configOf({ rules: texts, bindings, multiAccount, policy })
        const decision = decide(request, { bindings: PoolIndex.of(bindings), usage }, config)
        const { outcome } = decision
        const found =
          'binding' in outcome ? `${outcome.kind} ${outcome.binding.kind}/${outcome.binding.name}` : summary(decision)
        expect(found).toBe(naiveDecide(request, bindings, usage, config))
      }),
      { numRuns: repetitions({ fast: 400, deep: 20_000 }) },
    )
  })

  test('has one chosen candidate if a binding is taken, none otherwise, and a message for every candidate', () => {
    fc.assert(
      fc.property(anyWorld, ({ texts, bindings, request, multiAccount, policy, salt }) => {
        const config = configOf({ rules: texts, bindings, multiAccount, policy })
        const decision = decide(
          request,
          { bindings: PoolIndex.of(bindings), usage: saltedUsage(salt, bindings) },
          config,
        )
        const candidates = decision.reasoning.steps.flatMap(step => step.candidates)
        const taken = 'binding' in decision.outcome ? [decision.outcome.binding] : []
        const chosen = candidates.filter(candidate => candidate.reason === 'chosen').map(candidate => candidate.binding)
        expect(chosen).toEqual(taken)
        for (const { words } of candidates) expect(words).toMatch(/^[a-z\d]/)
        expect(decision.reasoning.rules.filter(trace => trace.verdict === 'chosen').map(trace => trace.rule)).toEqual(
          decision.rule ? [decision.rule] : [],
        )
      }),
      { numRuns: repetitions({ fast: 200, deep: 5_000 }) },
    )
  })
})

const CONDITION: AccountCondition = { cause: 'credentials-missing', since: 0, checkedAt: 0 }

const USERS = [['ga-1'], ['ga-1', null], ['ga-2', 'ga-1']]

/**
 * Counts that differ by account, by name and by owner but are deterministic; one account in three has clusters of
 * another owner.
 */
function saltedUsage(salt: number, bindings: readonly Binding[]): UsageSource {
  const hash = (text: string) => fnv1a(`${salt}${text}`) % 6
  return {
    clusters: binding => ({
      database: hash(bindingKey(binding)) % 4,
      reserved: 1,
      onlyInGardener: hash(binding.name) % 2,
    }),
    tenants: ({ account }) => USERS[hash(`on ${account.name}`)] ?? [],
    condition: ({ account }) => (hash(`condition of ${account.name}`) === 0 ? CONDITION : null),
    migrations: () => [],
    bindings: accountBindings(bindings),
    instances: (name, globalAccount) => hash(`${name}/${globalAccount}`),
    shoots: hash,
  }
}
