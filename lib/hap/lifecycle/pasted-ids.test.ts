import { expect, test } from 'vitest'
import { pastedIds } from './pasted-ids.ts'

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
  ['everybody', '*', { ids: [], wrong: ['*'] }],
  ['64 characters', `${'x'.repeat(63)} ${'y'.repeat(64)}`, { ids: ['x'.repeat(63)], wrong: ['y'.repeat(64)] }],
  ['other scripts', 'グローバル ga\u200b1 グローバル', { ids: [], wrong: ['グローバル', 'ga\u200b1'] }],
  ['nothing', ' \ufeff\n', { ids: [] }],
])('%s', (_, text, found) => {
  expect(pastedIds(text)).toEqual({ repeated: 0, wrong: [], ...found })
})
