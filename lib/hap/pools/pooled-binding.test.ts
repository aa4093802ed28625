import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { ANNOTATIONS } from './binding.ts'
import { poolKey } from './pool.ts'
import { pooledBinding, poolOf, stateAt } from './pooled-binding.ts'
import type { BindingState } from './state.ts'

const AT = Date.parse('2026-05-01T00:00:00Z')
const aws = { hyperscalerType: 'aws' }
const deletedAt = '2026-04-01T00:00:00Z'
const held = { [ANNOTATIONS.hold]: 'ticket 4711' }
const until = (time: string) => ({ ...held, [ANNOTATIONS.holdUntil]: time })
const shown = { ...held, [ANNOTATIONS.heldFlags]: '' }
const noted = (state: string) => ({ [ANNOTATIONS.state]: state })

describe('the state of a binding', () => {
  test.each<[BindingState, Record<string, string>, { annotations?: Record<string, string>; deletedAt?: string }?]>([
    ['free', aws],
    ['claimed', { ...aws, tenantName: 'ga' }],
    ['shared', { ...aws, shared: 'true' }],
    ['shared', { ...aws, shared: 'true', tenantName: 'ga' }],
    ['internal', { ...aws, internal: 'true', shared: 'true', tenantName: 'ga' }],
    ['held', { ...aws, internal: 'true' }, { annotations: held }],
    ['held', aws, { annotations: until('2026-05-01T00:00:01Z') }],
    ['free', aws, { annotations: until('2026-05-01T00:00:00Z') }],
    ['held', aws, { annotations: until('whenever') }],
    ['free', aws, { annotations: { [ANNOTATIONS.holdUntil]: '2027-01-01T00:00:00Z' } }],
    ['dirty', { ...aws, dirty: 'true', tenantName: 'ga' }, { annotations: held }],
    ['held', { ...aws, dirty: 'held', internal: 'true' }, { annotations: shown }],
    ['held', { ...aws, dirty: 'held' }, { annotations: { ...shown, ...until('2026-04-01T00:00:00Z') } }],
    ['held', { ...aws, dirty: 'held', shared: 'held' }, { annotations: { ...shown, ...noted('quarantined') } }],
    ['malformed', { ...aws, dirty: 'held' }, { annotations: held }],
    ['malformed', { ...aws, shared: 'held' }, { annotations: shown }],
    ['malformed', { ...aws, dirty: 'held', internal: 'held' }, { annotations: shown }],
    ['cleaning', { ...aws, dirty: 'true' }, { annotations: noted('cleaning') }],
    ['verifying', { ...aws, dirty: 'true' }, { annotations: noted('verifying') }],
    ['quarantined', { ...aws, dirty: 'true' }, { annotations: noted('quarantined') }],
    ['dirty', { ...aws, dirty: 'true' }, { annotations: noted('free') }],
    ['free', aws, { annotations: noted('quarantined') }],
    ['malformed', { ...aws, dirty: 'false' }, { annotations: held }],
    ['malformed', { shared: 'true' }],
    ['terminating', { ...aws, dirty: 'false' }, { deletedAt, annotations: held }],
  ])('%s: %j %j', (state, labels, more = {}) => {
    const pooled = pooledBinding(bindingOf('a', labels, more))
    expect(pooled && stateAt(pooled, AT)).toBe(state)
  })

  test('a binding without any of the labels is outside HAP', () => {
    expect(pooledBinding(bindingOf('a', { team: 'x' }, { annotations: held }))).toBeNull()
  })
})

describe('the pool of a binding', () => {
  test.each([
    [aws, 'aws'],
    [{ ...aws, euAccess: 'true' }, 'aws~eu'],
    [{ ...aws, euAccess: 'false', shared: 'true' }, 'aws~shared'],
    [{ ...aws, euAccess: 'true', shared: 'true', tenantName: 'ga' }, 'aws~eu~shared'],
    [{ ...aws, dirty: 'held', shared: 'held' }, 'aws~shared'],
    [{ shared: 'true' }, null],
  ])('%j: %j', (labels, expected) => {
    const pooled = pooledBinding(bindingOf('a', labels))
    const pool = pooled && poolOf(pooled)
    expect(pool && poolKey(pool)).toBe(expected)
  })
})
