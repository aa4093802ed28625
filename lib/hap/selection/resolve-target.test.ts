import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBinding } from '../../../test/engine/bindings.ts'
import { MULTI_ACCOUNT_OFF } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf } from '../semantics.ts'
import { decide } from './decide.ts'
import { resolveTarget, targetKindOf } from './resolve-target.ts'

const plans = { ...DEFAULT_PLANS, required: new Set<string>() }
const policy = policyOf('documented')
const usage = {
  clusters: () => ({ database: 0, reserved: 0, onlyInGardener: 0 }),
  tenants: () => [],
  bindings: () => [],
  condition: () => null,
  migrations: () => [],
  instances: () => 0,
  shoots: () => 0,
}
const configOf = (rule: string) => {
  const { ruleset } = Ruleset.from([rule], plans, policy)
  if (!ruleset) throw new Error(`${rule} is no rule`)
  return { ruleset, plans, multiAccount: MULTI_ACCOUNT_OFF, policy, at: 0 }
}
const asked = { plan: '', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga' }
const named = (euAccess: boolean, shared: boolean) => ({ ...asked, target: { euAccess, shared } })

test('a request that names its target gets it under any rules', () => {
  const way = resolveTarget(named(true, false), configOf('aws -> S'))
  expect(way).toEqual({ rule: null, pool: { hyperscalerType: 'aws', euAccess: true, shared: false }, end: null })
})

test.each([
  ['a global account that is no label value', { globalAccount: 'a b' }, false, 'illegal-label'],
  ['no global account', { globalAccount: '' }, false, 'illegal-label'],
  ['no global account where accounts are shared', { globalAccount: '' }, true, undefined],
  ['no provider', { provider: '' }, false, 'illegal-label'],
  ['a provider that is no label value', { provider: 'a b' }, true, 'illegal-label'],
])('%s', (_, changed, shared, reason) => {
  const { end } = resolveTarget({ ...named(false, shared), ...changed }, configOf('aws'))
  expect(end === null ? undefined : end).toEqual(
    reason === undefined ? undefined : expect.objectContaining({ kind: 'refused', reason }),
  )
})

test('a named target is decided like a rule with that target', () => {
  fc.assert(
    fc.property(fc.array(anyBinding, { maxLength: 12 }), fc.boolean(), fc.boolean(), (bindings, euAccess, shared) => {
      const inventory = { bindings: PoolIndex.of(bindings), usage }
      const output = [...(shared ? ['S'] : []), ...(euAccess ? ['EU'] : [])].join(', ')
      const rule = output === '' ? 'aws' : `aws -> ${output}`
      const byRule = decide({ ...asked, plan: 'aws' }, inventory, configOf(rule))
      const byName = decide(named(euAccess, shared), inventory, configOf('azure'))
      expect(byName.outcome).toEqual(byRule.outcome)
      expect(byName.reasoning.steps).toEqual(byRule.reasoning.steps)
      expect(byName).toMatchObject({ rule: null, pool: byRule.pool })
    }),
  )
})

const message = 'm'

test.each([
  [{ rule: null, outcome: { kind: 'no-rule', message } as const }, 'no-rule'],
  [{ rule: null, outcome: { kind: 'refused', message, reason: 'unknown-plan' } as const }, 'no-rule'],
  [{ rule: {}, outcome: { kind: 'refused', message, reason: 'empty-region' } as const }, 'refused'],
  [{ rule: {}, outcome: { kind: 'refused', message, reason: 'unnamed-binding' } as const }, 'pool'],
  [{ rule: {}, outcome: { kind: 'wait', message } as const }, 'pool'],
  [{ rule: {}, outcome: { kind: 'guard', message } as const }, 'pool'],
])('%j: %s', (decision, lead) => {
  expect(targetKindOf(decision)).toBe(lead)
})
