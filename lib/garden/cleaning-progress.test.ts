import { expect, test } from 'vitest'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { applyChange } from '#lib/hap/lifecycle/change.ts'
import { cleaningProgressChange } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { AT, factsAbout } from '../../test/engine/action-facts.ts'
import { bindingOf } from '../../test/engine/bindings.ts'
import { formatProgress, NO_PROGRESS, previewCleaner, readProgress } from './cleaning-progress.ts'

const NOON = Date.parse('2026-05-01T12:00:00Z')
const LATER = NOON + 60_000
const EMPTY_ONCE = { ...NO_PROGRESS, failures: 2, emptyAt: [NOON], next: LATER }

const dirty = bindingOf('a', { hyperscalerType: 'aws', tenantName: 'ga-1', dirty: 'true' })
const noted = (binding: Binding, state: 'cleaning' | 'verifying' | null, at = NOON) =>
  applyChange(binding, cleaningProgressChange(binding, state, formatProgress(EMPTY_ONCE, binding), at))
/** Changes only labels, as KEB, its cleanup job and kubectl do. */
const relabelled = (binding: Binding, labels: Record<string, string | null>) =>
  applyChange(binding, { labels, annotations: {} })
const stateOf = (binding: Binding) => {
  const pooled = pooledBinding(binding)
  return pooled && stateAt(pooled, LATER)
}

const others = { tenantName: 'ga-2' }

test.each<[string, Binding, string, boolean]>([
  ['as it was noted', noted(dirty, 'verifying'), 'verifying', true],
  ['of a merely dirty one', noted(dirty, null), 'dirty', true],
  ['with another label by hand', relabelled(noted(dirty, 'verifying'), { euAccess: 'true' }), 'verifying', true],
  ['of an unmarked account', relabelled(noted(dirty, 'verifying'), { dirty: null }), 'claimed', false],
  [
    'that KEB cleaned and assigned to another tenant, who left',
    relabelled(noted(dirty, 'verifying'), others),
    'dirty',
    false,
  ],
  ['so, of one in which was deleted', relabelled(noted(dirty, 'cleaning'), others), 'dirty', false],
  ['so, of a merely dirty one', relabelled(noted(dirty, null), others), 'dirty', false],
  ['so, and inspected again', noted(relabelled(noted(dirty, 'verifying'), others), 'verifying'), 'verifying', true],
])('the progress of cleaning: %s', (_, binding, state, counts) => {
  expect(stateOf(binding)).toBe(state)
  expect(readProgress(binding)).toEqual(counts ? EMPTY_ONCE : NO_PROGRESS)
})

test('preserves the need for a manual check after any relabelling', () => {
  const quarantined = bindingOf('a', dirty.labels, {
    annotations: { 'hap.kyma-project.io/state': 'quarantined', 'hap.kyma-project.io/since-of': 'dirty=true' },
  })
  expect(stateOf(relabelled(quarantined, others))).toBe('quarantined')
})

test('accepts the note of an older release for any tenant', () => {
  const note = formatProgress(EMPTY_ONCE, null)
  const binding = bindingOf('a', dirty.labels, { annotations: { 'hap.kyma-project.io/cleaning': note } })
  expect(readProgress(relabelled(binding, others))).toEqual(EMPTY_ONCE)
})

const SETTINGS = { cleaners: new Set(['aws']), deletes: false, protectedNames: new Set(['safe']) }
const DIRTY = { hyperscalerType: 'aws', dirty: 'true' }
const { cleaning, state } = ANNOTATIONS

const ownedUntil = (until: number) => ({
  annotations: { [cleaning]: formatProgress({ ...NO_PROGRESS, owner: { name: 'hap-1', until } }, null) },
})
const beside = (other: Binding): Partial<ActionFacts> => ({ siblings: [factsAbout(other).pooled] })

test.each<[string, Binding, Partial<ActionFacts>, string | null]>([
  ['takes a dirty account', bindingOf('a', DIRTY), {}, null],
  ['takes one in quarantine', bindingOf('a', DIRTY, { annotations: { [state]: 'quarantined' } }), {}, null],
  [
    'takes no account while its cleaner is off',
    bindingOf('a', { ...DIRTY, hyperscalerType: 'gcp' }),
    {},
    'The gcp cleaner is off. Check the account manually, then choose Confirm clean.',
  ],
  ['takes none that is protected', bindingOf('safe', DIRTY), {}, 'It is protected.'],
  [
    'skips an account during a deletion',
    bindingOf('a', DIRTY, ownedUntil(AT + 1)),
    {},
    'A cleaner deletes in it now. Wait until it has ended.',
  ],
  ['takes an account after a deletion', bindingOf('a', DIRTY, ownedUntil(AT)), {}, null],
  [
    'takes an account by way of the binding that got furthest',
    bindingOf('a', DIRTY),
    beside(bindingOf('b', DIRTY, ownedUntil(AT))),
    'Its cleaning has begun by way of b. Ask for that one.',
  ],
  ['takes that one', bindingOf('b', DIRTY, ownedUntil(AT)), beside(bindingOf('a', DIRTY)), null],
])('a cleaner %s', (_, binding, more, obstacle) => {
  expect(previewCleaner(factsAbout(binding, more), SETTINGS)).toEqual({ refusal: obstacle, deletes: false })
})
