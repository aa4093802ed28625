import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { configOf, usageOf } from '../../../test/engine/decide-world.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { poolKey } from '../pools/pool.ts'
import { factsOfAccount, listAccountShares } from './account-shares.ts'

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
