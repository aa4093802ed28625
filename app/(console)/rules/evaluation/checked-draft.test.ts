import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { rulesYaml } from '#lib/rules-file/rules-yaml.ts'
import { checkShortDraft, packTexts, unpackText } from './checked-draft.ts'
import { Evaluator } from './evaluator.ts'

test('unpacks every packed text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      const packed = packTexts(texts)
      expect(texts.map((_, place) => unpackText(packed, place))).toEqual(texts)
      expect([unpackText(packed, texts.length), unpackText(packed, -1)]).toEqual([undefined, undefined])
    }),
  )
})

const known = { plans: [...DEFAULT_PLANS.byName.values()], requiredPlans: [], semantics: 'documented' } as const
const rules = (count: number) => rulesYaml(Array.from({ length: count }, (_, at) => `aws(PR=cf-eu${at}) -> EU`))

test.each([
  ['200 rules', rules(200)],
  ['wrong rules', '- awss\n- aws(PR=\n'],
  ['an unreadable text', 'hap: ['],
  ['nothing', ''],
])('%s: page and worker return the same findings', (_, text) => {
  const asked = { id: 'a', text, known }
  expect(checkShortDraft(asked)).toEqual(new Evaluator().answer('check', asked))
})

test.each([
  ['very many rules', rules(2_000)],
  ['many short lines', '- a\n'.repeat(400)],
  ['one long line', `- aws # ${'x'.repeat(12_000)}`],
])('leaves %s to the worker', (_, text) => {
  expect(checkShortDraft({ id: 'a', text, known })).toBeNull()
})
