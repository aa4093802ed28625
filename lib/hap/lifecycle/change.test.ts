import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { pooledBinding, stateAt } from '../pools/pooled-binding.ts'
import { accountClusters, type OpenClaim } from './account-clusters.ts'
import {
  applyChange,
  changeOf,
  claimChange,
  formatTimestamp,
  raiseEpochChange,
  revertChange,
  selectionChange,
} from './change.ts'

const AT = Date.parse('2026-05-01T12:34:56.789Z')
const { epoch, selectedBy, stateSince, sinceOf, evidence, state, hold, holdUntil } = ANNOTATIONS

describe('a selection', () => {
  test('of a free binding writes the tenant, and removes the record of its last cleaning', () => {
    const noted = {
      [epoch]: '7',
      [evidence]: 'nothing left',
      [state]: 'cleaning',
      [hold]: 'x',
      [holdUntil]: '2026-01-01T00:00:00Z',
    }
    const binding = bindingOf('a', { hyperscalerType: 'aws' }, { annotations: noted })
    const change = claimChange(binding, 'ga-1', 'claim-1', AT)
    expect(change).toEqual({
      labels: { tenantName: 'ga-1' },
      annotations: {
        [epoch]: '8',
        [selectedBy]: 'claim-1',
        [stateSince]: '2026-05-01T12:34:56Z',
        [sinceOf]: 'tenantName=ga-1',
        [evidence]: null,
        [state]: null,
        [hold]: null,
        [holdUntil]: null,
      },
    })
    const pooled = pooledBinding(applyChange(binding, change))
    expect(pooled && stateAt(pooled, AT)).toBe('claimed')
  })

  test('of a Secret is written in its vocabulary', () => {
    const secret = bindingOf('a', { 'hyperscaler-type': 'aws' }, { kind: 'Secret' })
    expect(claimChange(secret, 'ga-1', 'c', AT).labels).toEqual({ 'tenant-name': 'ga-1' })
  })

  test('of an own or shared binding keeps its labels, and a fence only raises the epoch', () => {
    const binding = bindingOf('a', { hyperscalerType: 'aws', shared: 'true' }, { annotations: { [epoch]: '7' } })
    expect(selectionChange(binding, 'c')).toEqual({ labels: {}, annotations: { [epoch]: '8', [selectedBy]: 'c' } })
    expect(raiseEpochChange(binding)).toEqual({ labels: {}, annotations: { [epoch]: '8' } })
  })
})

test('a change does not touch labels it does not name', () => {
  const binding = bindingOf('a', { hyperscalerType: 'aws', team: 'x' })
  const after = applyChange(binding, changeOf(binding, { labels: { dirty: 'true', euAccess: null } }))
  expect(after.labels).toEqual({ hyperscalerType: 'aws', team: 'x', dirty: 'true' })
  expect(binding.labels).toEqual({ hyperscalerType: 'aws', team: 'x' })
})

test('reverting a change restores everything except the epoch', () => {
  const binding = bindingOf('a', { hyperscalerType: 'aws' }, { annotations: { [epoch]: '7', [evidence]: 'x' } })
  const change = claimChange(binding, 'ga-1', 'c', AT)
  const after = applyChange(binding, change)
  const back = applyChange(after, revertChange(binding, change, after))
  expect(back).toEqual({ ...binding, annotations: { [epoch]: '9', [evidence]: 'x' } })
})

test('a time is recorded in seconds, in UTC', () => {
  expect(formatTimestamp(AT)).toBe('2026-05-01T12:34:56Z')
})

describe('the clusters of an account', () => {
  const claim = (id: string, cluster: string | null): OpenClaim => ({ id, cluster, tenant: 'ga-1' })
  test.each<[string, readonly string[], readonly OpenClaim[], readonly string[]]>([
    ['a shoot and its claim are one, by name', ['c-1'], [claim('x', 'c-1')], ['c-1+x']],
    ['or by runtime id', ['c-1'], [claim('x', 'runtime-c-1')], ['c-1+x']],
    ['unregistered shoots count', ['c-1', 'c-2'], [claim('x', 'c-2')], ['c-1', 'c-2+x']],
    ['and so do claims without a shoot', ['c-1'], [claim('x', null), claim('y', 'c-9')], ['c-1', '+x', '+y']],
  ])('%s', (_, names, claims, expected) => {
    const shoots = names.map(name => shootOf(name, { runtimeId: `runtime-${name}` }))
    const found = accountClusters(shoots, claims)
    expect(found.map(({ shoot, claim }) => `${shoot?.name ?? ''}${claim ? `+${claim.id}` : ''}`)).toEqual(expected)
  })
})
