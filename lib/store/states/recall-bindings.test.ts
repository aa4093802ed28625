import { expect, test } from 'vitest'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { snapshotOf } from './binding-states.ts'
import { bindingOfRow } from './recall-bindings.ts'

const AT = Date.parse('2026-11-28T12:00:00Z')
const SINCE = new Date(AT)

const binding = (labels: Binding['labels'], more: Partial<Binding> = {}): Binding => ({
  kind: 'SecretBinding',
  namespace: 'garden-a',
  name: 'b',
  uid: 'u',
  resourceVersion: '7',
  account: { kind: 'Secret', namespace: 'garden-a', name: 's/1' },
  providers: ['aws'],
  labels,
  annotations: {},
  createdAt: '',
  deletedAt: null,
  ...more,
})
const HOLD = { [ANNOTATIONS.hold]: 'audit', [ANNOTATIONS.heldFlags]: '' }
const AWS = { hyperscalerType: 'aws' }

test.each<[string, Binding]>([
  ['free', binding(AWS)],
  ['claimed', binding({ ...AWS, tenantName: 'ga-1', euAccess: 'true' })],
  ['shared', binding({ ...AWS, shared: 'true' })],
  ['internal', binding({ ...AWS, internal: 'true' })],
  ['dirty', binding({ ...AWS, tenantName: 'ga-1', dirty: 'true' })],
  ['held', binding(AWS, { annotations: { [ANNOTATIONS.hold]: 'audit' } })],
  ['held', binding({ ...AWS, dirty: 'held', internal: 'true' }, { annotations: HOLD })],
  ['terminating', binding(AWS, { deletedAt: SINCE.toISOString() })],
  ['malformed', binding({ ...AWS, tenantName: '' })],
])('a recalled binding that was %s is so again', (state, before) => {
  const pooled = pooledBinding(before)
  if (pooled === null) throw new Error('the binding is not of HAP')
  const seen = snapshotOf(pooled, AT)
  const recalled = pooledBinding(bindingOfRow('SecretBinding', { ...seen, since: SINCE }))
  expect(seen.state).toBe(state)
  expect(recalled && snapshotOf(recalled, AT)).toEqual(seen)
})
