import { expect, test } from 'vitest'
import { pastedIds } from '#lib/hap/lifecycle/pasted-ids.ts'
import { withoutComments } from './without-comments.ts'

test.each<[string, string, Partial<ReturnType<typeof pastedIds>>]>([
  [
    'after an id',
    '- ga-1 # comment\r\n  - "ga-2"\t# of (finance), shared=true\nga-3',
    { ids: ['ga-1', 'ga-2', 'ga-3'] },
  ],
  ['lines of their own', '# those of finance\nga-1\n#\n  # ga-2\n', { ids: ['ga-1'] }],
  ['a sign inside of a word, which is none', 'ga-1 ga-3#4', { ids: ['ga-1'], wrong: ['ga-3#4'] }],
])('comments in a pasted list: %s', (_, text, found) => {
  expect(pastedIds(withoutComments(text))).toEqual({ repeated: 0, wrong: [], ...found })
})
