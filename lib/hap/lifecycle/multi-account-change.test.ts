import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MultiAccount } from './multi-account.ts'
import { changeBetween, isUnchanged, mergeMultiAccount, overlapping } from './multi-account-change.ts'

const settings = (allowed: readonly string[], providers: Record<string, number> = {}, byDefault = 3): MultiAccount => ({
  allowed,
  limits: { default: byDefault, providers },
  minBindingsForGuard: 0,
})

test('tells what came, went and has another number', () => {
  expect(changeBetween(settings(['b', 'a'], { aws: 1, gcp: 2 }), settings(['c', 'a'], { aws: 5 }, 4))).toEqual({
    added: ['c'],
    removed: ['b'],
    numbers: [
      { setting: 'limits.default', before: 3, after: 4 },
      { setting: 'limits.aws', before: 1, after: 5 },
      { setting: 'limits.gcp', before: 2, after: null },
    ],
  })
})

test('order and repetition on the allowlist are no change', () => {
  expect(isUnchanged(changeBetween(settings(['b', 'a', 'a']), settings(['a', 'b'])))).toBe(true)
})

test('merges what two people did, and names where both did something else', () => {
  const base = settings(['a', 'b'], { aws: 1, gcp: 2 })
  const mine = settings(['a', 'c'], { aws: 5, gcp: 2 })
  const theirs = settings(['a', 'b', 'd'], { aws: 7, azure: 9 }, 4)
  expect(mergeMultiAccount(base, mine, theirs)).toEqual(settings(['a', 'd', 'c'], { aws: 5, azure: 9 }, 4))
  expect(overlapping(base, mine, theirs)).toEqual(['limits.aws'])
})

const some: fc.Arbitrary<MultiAccount> = fc.record({
  allowed: fc.uniqueArray(fc.constantFrom('*', 'a', 'b', 'c', 'd')),
  limits: fc.record({
    default: fc.nat(3),
    providers: fc.dictionary(fc.constantFrom('aws', 'gcp', 'azure'), fc.nat(3)),
  }),
  minBindingsForGuard: fc.nat(2),
})

test('a merge is the other side where only that changed, and holds all of mine', () => {
  fc.assert(
    fc.property(some, some, some, (base, mine, theirs) => {
      const merged = mergeMultiAccount(base, mine, theirs)
      expect(isUnchanged(changeBetween(mergeMultiAccount(base, base, theirs), theirs))).toBe(true)
      expect(isUnchanged(changeBetween(mergeMultiAccount(base, mine, base), mine))).toBe(true)
      const wanted = changeBetween(base, mine)
      expect(merged.allowed).toEqual(expect.arrayContaining([...wanted.added]))
      expect(merged.allowed.filter(id => wanted.removed.includes(id))).toEqual([])
    }),
  )
})
