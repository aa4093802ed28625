import fc from 'fast-check'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import type { AccountCluster } from '#lib/hap/lifecycle/account-clusters.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { anyBinding, bindingOf } from './bindings.ts'
import { shootOf } from './shoots.ts'

export const AT = Date.parse('2026-05-01T00:00:00Z')

/** Facts about a binding without other users; any of them can be given. */
export function factsAbout(binding: Binding, more: Partial<ActionFacts> = {}): ActionFacts {
  const pooled = pooledBinding(binding)
  if (pooled === null) throw new Error(`${binding.name} is none of HAP`)
  return {
    pooled,
    at: AT,
    clusters: [],
    releasedBy: [],
    siblings: [],
    peers: [],
    severalAllowed: false,
    usableInPool: 0,
    ...more,
  }
}

const anyCluster: fc.Arbitrary<AccountCluster> = fc.oneof(
  fc
    .constantFrom('ga-1', 'ga-2', null)
    .map(globalAccount => ({ shoot: shootOf('c-1', { globalAccount }), claim: null })),
  fc.constant({ shoot: null, claim: { id: 'claim-1', cluster: null, tenant: '' } }),
)

const seldom = <Value>(value: Value) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: fc.constant(value), weight: 1 })

/** Valid, and mostly free or claimed. */
const tidyBinding: fc.Arbitrary<Binding> = fc
  .record({
    tenantName: fc.constantFrom(undefined, 'ga-1', 'ga-2'),
    euAccess: seldom('true'),
    shared: seldom('true'),
    internal: seldom('true'),
    dirty: seldom('true'),
    state: seldom('quarantined'),
  })
  .map(({ state, ...flags }) => {
    const labels: Record<string, string> = JSON.parse(JSON.stringify({ hyperscalerType: 'aws', ...flags }))
    return bindingOf('a', labels, { annotations: state === undefined ? {} : { [ANNOTATIONS.state]: state } })
  })

const anyPooled: fc.Arbitrary<PooledBinding> = fc
  .oneof(anyBinding, tidyBinding)
  .map(binding => pooledBinding(binding) ?? factsAbout(bindingOf(binding.name, { hyperscalerType: 'aws' })).pooled)

/** Of another account. */
const anyPeer = anyPooled.map(({ binding, ...read }): PooledBinding => {
  return { ...read, binding: { ...binding, name: 'peer', account: { ...binding.account, name: 'peer' } } }
})

const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: fc.array(value, { maxLength: 2 }), weight: 1 })

/**
 * Bindings in every state with clusters, other bindings and annotations of all kinds; half of them have no other
 * bindings.
 */
export const anyFacts: fc.Arbitrary<ActionFacts> = fc
  .record({
    pooled: anyPooled,
    epoch: fc.constantFrom(undefined, '0', '41', 'x', '999999999999998'),
    dirtyFrom: fc.constantFrom(undefined, undefined, 'free'),
    clusters: sometimes(anyCluster),
    releasedBy: fc.constantFrom([], [], ['ga-1'], ['ga-2']),
    siblings: sometimes(anyPooled),
    peers: sometimes(anyPeer),
    severalAllowed: fc.boolean(),
    usableInPool: fc.constantFrom(0, 1, 4),
    cleaner: fc.constantFrom(
      { refusal: null, deletes: true },
      { refusal: null, deletes: false },
      { refusal: 'Its cleaner is disabled.', deletes: false },
    ),
  })
  .map(({ pooled: { binding }, epoch, dirtyFrom, ...more }) => {
    const annotations = {
      ...binding.annotations,
      ...(epoch === undefined ? {} : { [ANNOTATIONS.epoch]: epoch }),
      ...(dirtyFrom === undefined ? {} : { [ANNOTATIONS.dirtyFrom]: dirtyFrom }),
    }
    return factsAbout({ ...binding, annotations }, more)
  })
