import { expect, test } from 'vitest'
import { applyChange, claimed } from '#lib/hap/lifecycle/change.ts'
import { cleaningNoted, markedDirty } from '#lib/hap/lifecycle/cleaning.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { dirtyAccounts } from './candidates.ts'

const CLAIMED_AT = Date.parse('2026-05-01T00:00:00Z')
const MARKED_AT = Date.parse('2026-06-01T00:00:00Z')
const REST_MS = 900_000

const free = bindingOf('a', { hyperscalerType: 'aws' })
const owned = applyChange(free, claimed(free, 'ga-1', 'c-1', CLAIMED_AT))
const markedByKeb = applyChange(owned, { labels: { dirty: 'true' }, annotations: {} })
const markedByUs = applyChange(owned, markedDirty(owned, MARKED_AT))

test.each<[string, Binding]>([
  ['we marked', markedByUs],
  ['KEB marked after a claim of ours, with a label and no time', markedByKeb],
])('an account that %s rests from then on', (_, binding) => {
  const pooled = pooledBinding(binding)
  const at = MARKED_AT + 60_000
  const facts = { at, cleaners: new Set(['aws']), restMs: REST_MS, seenSince: () => MARKED_AT }
  const [account] = dirtyAccounts(pooled ? [pooled] : [], facts)
  expect(account).toMatchObject({ since: MARKED_AT, next: MARKED_AT + REST_MS })
})

test.each<['cleaning' | 'verifying' | null, boolean]>([
  [null, false],
  ['cleaning', false],
  ['verifying', true],
])('of an account in the state %s it is told whether it was empty: %j', (state, verifying) => {
  const noted = applyChange(markedByUs, cleaningNoted(markedByUs, state, '{}', MARKED_AT))
  const pooled = pooledBinding(noted)
  const facts = { at: MARKED_AT, cleaners: new Set(['aws']), restMs: REST_MS, seenSince: () => MARKED_AT }
  const next = state === null ? MARKED_AT + REST_MS : 0
  expect(dirtyAccounts(pooled ? [pooled] : [], facts)).toMatchObject([{ lane: 'aws', verifying, next, asked: false }])
})
