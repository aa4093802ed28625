import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MultiAccount } from './multi-account.ts'
import { changeBetween, isUnchanged, mergeMultiAccount, overlapping, parsePastedIds } from './multi-account-change.ts'

const settings = (allowed: readonly string[], providers: Record<string, number> = {}, byDefault = 3): MultiAccount => ({
  allowed,
  limits: { default: byDefault, providers },
  minBindingsForGuard: 0,
})

test('lists added and removed ids and changed numbers', () => {
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

test('order and repetition on the allowlist are not a change', () => {
  expect(isUnchanged(changeBetween(settings(['b', 'a', 'a']), settings(['a', 'b'])))).toBe(true)
})

test('merges the changes of two persons, and names conflicting ones', () => {
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

test('a merge equals the other side if only it changed, and contains all own changes', () => {
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

test.each<[string, string, object]>([
  ['lines', 'ga-1\r\nga-2\n\n', { ids: ['ga-1', 'ga-2'] }],
  ['commas and semicolons', 'ga-1, ga-2;ga-3', { ids: ['ga-1', 'ga-2', 'ga-3'] }],
  ['a list of YAML', '  - "ga-1"\n  - ga-2', { ids: ['ga-1', 'ga-2'] }],
  ['a list of JSON', '["ga-1","ga-2"]', { ids: ['ga-1', 'ga-2'] }],
  ['repetition', 'ga-1 ga-1 ga-2 ga-1', { ids: ['ga-1', 'ga-2'], repeated: 2 }],
  [
    'lines that read like selectors',
    'ga in (x)\n ga,shared=true\nga-1\nx!=y',
    { ids: ['ga-1'], wrong: ['ga in (x)', 'ga,shared=true', 'x!=y'] },
  ],
  [
    'comments after an id',
    '- ga-1 # comment\r\n  - "ga-2"\t# of (finance), shared=true\nga-3',
    { ids: ['ga-1', 'ga-2', 'ga-3'] },
  ],
  ['comments on lines of their own', '# those of finance\nga-1\n#\n  # ga-2\n', { ids: ['ga-1'] }],
  ['the sign of a comment inside of a word', 'ga-1 ga-3#4', { ids: ['ga-1'], wrong: ['ga-3#4'] }],
  ['all global accounts', '*', { ids: [], wrong: ['*'] }],
  ['64 characters', `${'x'.repeat(63)} ${'y'.repeat(64)}`, { ids: ['x'.repeat(63)], wrong: ['y'.repeat(64)] }],
  ['other scripts', 'グローバル ga\u200b1 グローバル', { ids: [], wrong: ['グローバル', 'ga\u200b1'] }],
  ['nothing', ' \ufeff\n', { ids: [] }],
])('%s', (_, text, found) => {
  expect(parsePastedIds(text)).toEqual({ repeated: 0, wrong: [], ...found })
})
