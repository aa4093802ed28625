import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBinding, bindingOf } from '../../../test/engine/bindings.ts'
import { configOf, usageOf } from '../../../test/engine/decide-world.ts'
import { repetitions } from '../../../test/kit/repetitions.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '../pools/binding.ts'
import { labelKey } from '../pools/labels.ts'
import { poolKey } from '../pools/pool.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { countClaimable, factsOfAccount, listAccountShares } from './account-shares.ts'
import { decide } from './decide.ts'
import type { UsageSource } from './usage.ts'

const ACCOUNT = { kind: 'Secret', namespace: 'garden-test', name: 'account' } as const
const FREE = { hyperscalerType: 'aws' }
const EU = { ...FREE, euAccess: 'true' }
const SHARED = { ...FREE, shared: 'true' }

const binding = (name: string, labels: Binding['labels'], more: Partial<Binding> = {}) =>
  bindingOf(name, labels, { account: ACCOUNT, ...more })

interface Case {
  readonly bindings: readonly Binding[]
  readonly tenants?: readonly string[]
}

/** Pools of the account with its state and whether it is usable there. */
function sharesOf({ bindings, tenants = [] }: Case) {
  const usage = usageOf({ bindings, tenants: { account: tenants } })
  const [first] = bindings
  const shares = first ? listAccountShares(factsOfAccount(first, usage), { ...configOf({ bindings }), usage }) : []
  return shares.map(({ pool, state, usable, unusable }) => {
    const use = unusable ?? (usable ? 'usable' : 'not usable')
    return `${pool === null ? 'no pool' : poolKey(pool)}: ${state}, ${use}`
  })
}

describe('an account of two bindings', () => {
  test.each<[string, Case, readonly string[]]>([
    [
      'of two kinds in one pool counts once',
      { bindings: [binding('a', FREE), binding('a', FREE, { kind: 'SecretBinding' })] },
      ['aws: free, usable'],
    ],
    [
      'in two pools counts once in each',
      { bindings: [binding('a', FREE), binding('b', EU)] },
      ['aws: free, usable', 'aws~eu: free, usable'],
    ],
    [
      'of which one is dirty is dirty in both pools',
      { bindings: [binding('a', FREE), binding('b', { ...EU, dirty: 'true' })] },
      ['aws: dirty, not usable', 'aws~eu: dirty, not usable'],
    ],
    [
      'of which one is shared and the other dirty is not usable',
      { bindings: [binding('a', SHARED), binding('b', { ...FREE, dirty: 'true' })] },
      ['aws~shared: dirty, not usable', 'aws: dirty, not usable'],
    ],
    [
      'claimed by different global accounts counts once',
      { bindings: [binding('a', { ...FREE, tenantName: 'ga-1' }), binding('b', { ...FREE, tenantName: 'ga-2' })] },
      ['aws: claimed, not usable'],
    ],
    [
      'of which one is claimed is claimed',
      { bindings: [binding('a', FREE), binding('b', { ...EU, tenantName: 'ga-1' })] },
      ['aws: claimed, not usable', 'aws~eu: claimed, not usable'],
    ],
    [
      'of which one has no label of HAP is free',
      { bindings: [binding('a', FREE), binding('b', {})] },
      ['aws: free, usable'],
    ],
    [
      'of which one lacks the hyperscaler type is malformed',
      { bindings: [binding('a', FREE), binding('b', { euAccess: 'true' })] },
      ['aws: malformed, not usable', 'no pool: malformed, not usable'],
    ],
    [
      'of which one is being deleted is terminating',
      { bindings: [binding('a', FREE), binding('b', FREE, { deletedAt: '2026-01-02T00:00:00Z' })] },
      ['aws: terminating, not usable'],
    ],
    [
      'of which one is on hold is held',
      { bindings: [binding('a', FREE), binding('b', FREE, { annotations: { [ANNOTATIONS.hold]: 'ticket 1' } })] },
      ['aws: held, not usable'],
    ],
    [
      'of which one has the wrong provider type is usable through the other',
      { bindings: [binding('a', FREE, { providers: ['gcp'] }), binding('b', FREE)] },
      ['aws: free, usable'],
    ],
    [
      'of which both have the wrong provider type is unusable once',
      { bindings: [binding('a', FREE, { providers: ['gcp'] }), binding('b', FREE, { providers: ['gcp'] })] },
      ['aws: free, provider-type'],
    ],
    [
      'of which one was restored is usable through the other',
      { bindings: [binding('a', FREE, { doubt: 'restored' }), binding('b', FREE)] },
      ['aws: free, usable'],
    ],
    [
      'with a cluster is not usable',
      { bindings: [binding('a', FREE), binding('b', FREE)], tenants: ['ga-1'] },
      ['aws: free, not usable'],
    ],
  ])('%s', (_, world, expected) => {
    expect(sharesOf(world)).toEqual(expected)
  })
})

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
    .map(([one, account]): Binding => ({ ...one, account: { ...ACCOUNT, name: `account-${account}` } })),
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
