import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeRule, type RuleVocabulary } from './complete-rule.ts'

const WORDS: RuleVocabulary = {
  plans: [
    { name: 'aws', providers: ['aws'] },
    { name: 'gcp', providers: ['gcp'] },
    { name: 'trial', providers: ['aws', 'gcp'] },
    { name: 'own', providers: null },
  ],
  platformRegions: ['cf-eu11', 'cf-us10'],
  hyperscalerRegions: [
    { provider: 'aws', regions: ['eu-central-1'] },
    { provider: 'gcp', regions: ['europe-west3'] },
  ],
}

/** The cursor is at `|`; the result is the offers and the column from which they replace text. */
test.each([
  ['|', 0, ['aws', 'gcp', 'trial', 'own']],
  ['a|', 0, ['aws', 'gcp', 'trial', 'own']],
  ['  aw|s', 2, ['aws', 'gcp', 'trial', 'own']],
  ['aws |', null, []],
  ['aws(|', 4, ['PR=', 'HR=']],
  ['aws(P|)', 4, ['PR=', 'HR=']],
  ['aws(|=cf-eu11)', 4, ['PR', 'HR']],
  ['aws(PR=cf-eu11, |', 16, ['HR=']],
  ['aws(|, HR=x)', 4, ['PR=']],
  ['aws(PR=|', 7, ['cf-eu11', 'cf-us10']],
  ['aws(PR= cf|)', 8, ['cf-eu11', 'cf-us10']],
  ['aws(HR=|', 7, ['eu-central-1']],
  ['gcp(PR=cf-eu11, HR=eu|) -> EU', 19, ['europe-west3']],
  ['trial(HR=|', 9, ['eu-central-1', 'europe-west3']],
  ['own(HR=|', 7, ['eu-central-1', 'europe-west3']],
  ['aws(XX=|', 7, []],
  ['aws(PR=cf-eu11)|', null, []],
  ['aws(PR=cf-eu11) -|', null, []],
  ['aws ->|', 6, ['PR', 'HR', 'EU', 'S']],
  ['aws -> |', 7, ['PR', 'HR', 'EU', 'S']],
  ['aws -> EU, |', 11, ['PR', 'HR', 'S']],
  ['aws -> E|, S', 7, ['PR', 'HR', 'EU']],
])('%s', (marked, from, texts) => {
  const column = marked.indexOf('|')
  const found = completeRule(marked.replace('|', ''), column, WORDS)
  expect(found?.from ?? null).toBe(from)
  expect(found?.options.map(({ text }) => text) ?? []).toEqual(texts)
})

test('describes each offer', () => {
  expect(completeRule('trial(HR=', 9, WORDS)?.options[0]).toEqual({
    kind: 'region',
    text: 'eu-central-1',
    detail: 'hyperscaler region of aws',
  })
  expect(completeRule('', 0, WORDS)?.options.map(({ detail }) => detail)).toEqual([
    'aws',
    'gcp',
    'aws, gcp',
    'any provider',
  ])
})

test('never throws, and never replaces text behind the cursor', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aw(PRH=) ->,EUS') })
  fc.assert(
    fc.property(text, fc.nat(12), (written, at) => {
      const column = Math.min(at, written.length)
      expect(completeRule(written, column, WORDS)?.from ?? 0).toBeLessThanOrEqual(column)
    }),
  )
})
