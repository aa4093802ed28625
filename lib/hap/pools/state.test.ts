import { expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { applyChange, claimChange } from '../lifecycle/change.ts'
import { cleanedChange, dirtyChange } from '../lifecycle/cleaning.ts'
import { ANNOTATIONS, type Binding } from './binding.ts'
import { stateSince } from './state.ts'

const AT = Date.parse('2026-05-01T12:00:00Z')
const LATER = AT + 86_400_000
const free = bindingOf('a', { hyperscalerType: 'aws' })
const owned = applyChange(free, claimChange(free, 'ga-1', 'c-1', AT))

/** Changes only labels, as KEB and kubectl do. */
const relabelled = (binding: Binding, labels: Record<string, string | null>) =>
  applyChange(binding, { labels, annotations: {} })

test.each<[string, Binding, number | null]>([
  ['of a binding without annotations', free, null],
  ['of a claim of ours', owned, AT],
  ['of an account we marked dirty', applyChange(owned, dirtyChange(owned, LATER)), LATER],
  ['of one we cleaned', applyChange(owned, cleanedChange(owned, 'nothing left', LATER)), LATER],
  ['of one that KEB marked dirty after our claim', relabelled(owned, { dirty: 'true' }), null],
  ['of one that KEB cleaned, and claimed for another tenant', relabelled(owned, { tenantName: 'ga-2' }), null],
  [
    'of one that KEB marked and another client unmarked',
    relabelled(relabelled(owned, { dirty: 'true' }), { dirty: null }),
    AT,
  ],
  ['of one with another label by hand', relabelled(owned, { euAccess: 'true' }), AT],
  [
    'noted by an older console, which noted no labels',
    relabelled(bindingOf('a', {}, { annotations: { [ANNOTATIONS.stateSince]: '2026-05-01T12:00:00Z' } }), {
      dirty: 'true',
    }),
    AT,
  ],
  ['that is no time', bindingOf('a', {}, { annotations: { [ANNOTATIONS.stateSince]: 'lately' } }), null],
])('since when: %s', (_, binding, since) => {
  expect(stateSince(binding)).toBe(since)
})

test('is stored in the vocabulary of its kind', () => {
  const secret = bindingOf('a', { 'hyperscaler-type': 'aws' }, { kind: 'Secret' })
  expect(stateSince(applyChange(secret, claimChange(secret, 'ga-1', 'c-1', AT)))).toBe(AT)
})
