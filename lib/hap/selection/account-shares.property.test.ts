import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBinding } from '../../../test/engine/bindings.ts'
import { configOf, usageOf } from '../../../test/engine/decide-world.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import { type Binding, bindingKey } from '../pools/binding.ts'
import { labelKey } from '../pools/labels.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { countClaimable } from './account-shares.ts'
import { decide } from './decide.ts'
import type { UsageSource } from './usage.ts'

const FREE = { hyperscalerType: 'aws' }
const CONDITION: AccountCondition = { cause: 'quota-missing', since: 0, checkedAt: 0 }

/** Bindings of a few accounts. Most are free, so that an account often has several free bindings. */
const anyBindings = fc.uniqueArray(
  fc
    .tuple(
      fc.oneof(
        anyBinding,
        anyBinding.map(one => ({ ...one, labels: FREE, annotations: {} })),
      ),
      fc.nat(3),
    )
    .map(
      ([one, account]): Binding => ({
        ...one,
        account: { kind: 'Secret', namespace: 'garden-test', name: `account-${account}` },
      }),
    ),
  { selector: bindingKey, maxLength: 12 },
)

const anyLandscape = fc.record({
  bindings: anyBindings,
  used: fc.subarray(['account-0', 'account-1']),
  refused: fc.subarray(['a', 'b', 'c']),
  euAccess: fc.boolean(),
})

test('as many accounts are claimable as distinct global accounts can claim one after another', () => {
  fc.assert(
    fc.property(anyLandscape, ({ bindings, used, refused, euAccess }) => {
      const pool = { hyperscalerType: 'aws', euAccess, shared: false }
      const world = { bindings, tenants: Object.fromEntries(used.map(name => [name, ['ga-with-cluster']])) }
      const inventoryOf = (now: readonly Binding[]) => {
        const condition: UsageSource['condition'] = ({ name }) => (refused.includes(name) ? CONDITION : null)
        return { bindings: PoolIndex.of(now), usage: { ...usageOf({ ...world, bindings: now }), condition } }
      }
      const config = configOf(world)
      const request = { plan: 'aws', provider: 'aws', platformRegion: euAccess ? 'eu' : '', hyperscalerRegion: '' }
      let now: readonly Binding[] = bindings
      let claims = 0
      for (; claims <= bindings.length; claims++) {
        const globalAccount = `new-${claims}`
        const { outcome } = decide({ ...request, globalAccount }, inventoryOf(now), config)
        if (outcome.kind !== 'claim') break
        const { binding: claimed } = outcome
        now = now.map(one =>
          one === claimed
            ? { ...one, labels: { ...one.labels, [labelKey(one.kind, 'tenantName')]: globalAccount } }
            : one,
        )
      }
      expect(countClaimable(pool, { ...config, ...inventoryOf(bindings) })).toBe(claims)
    }),
    { numRuns: repetitions({ fast: 400, deep: 20_000 }) },
  )
})
