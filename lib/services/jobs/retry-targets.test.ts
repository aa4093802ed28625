import { expect, test } from 'vitest'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { retryTargets } from './retry-targets.ts'
import { findChanges } from './seen-bindings.ts'

const NOW = bindingOf('a', { hyperscalerType: 'aws' }, { uid: 'u1', resourceVersion: '9' })
const OWN = 'Secret/garden-test/a'
const REF = { kind: NOW.kind, name: NOW.name }

/** A target that failed on a binding in its current state. */
function failed(remembered: TargetRecord['remembered']): TargetRecord {
  return {
    position: 0,
    binding: { kind: NOW.kind, namespace: NOW.namespace, name: NOW.name },
    seenVersion: '1',
    seen: { version: '1', labels: NOW.labels, annotations: {} },
    remembered,
    status: 'failed',
    attempts: 1,
    message: null,
    changed: null,
    updatedAt: new Date(0),
  }
}

test.each<[string, TargetRecord['remembered'], { retried: number; changed: number; listed: number }]>([
  ['the same object', { uid: 'u1', account: OWN }, { retried: 1, changed: 0, listed: 0 }],
  ['a job of a release that kept neither uid nor account', null, { retried: 0, changed: 1, listed: 1 }],
  ['a recreated object for the same account', { uid: 'u0', account: OWN }, { retried: 0, changed: 1, listed: 1 }],
  [
    'an object of another account',
    { uid: 'u0', account: 'Secret/garden-test/b' },
    { retried: 0, changed: 0, listed: 0 },
  ],
])('%s', (_, remembered, { retried, changed, listed }) => {
  const found = retryTargets([failed(remembered)], new Map(), () => NOW)
  expect(found).toEqual({ targets: retried === 0 ? [] : [{ ...REF, seenVersion: '9' }], changed })
  expect(findChanges([failed(remembered)], () => NOW)).toHaveLength(listed)
})

test('retries a target without uid and account at the reviewed version', () => {
  const target = { ...failed(null), seenVersion: NOW.resourceVersion }
  expect(retryTargets([target], new Map(), () => NOW).targets).toEqual([{ ...REF, seenVersion: '9' }])
  expect(findChanges([target], () => NOW)).toEqual([])
})

test('does not retry an object of another account at a given version', () => {
  const target = failed({ uid: 'u0', account: 'Secret/garden-test/b' })
  const named = new Map([['CredentialsBinding a', '9']])
  expect(retryTargets([target], named, () => NOW)).toEqual({ targets: [], changed: 0 })
})
