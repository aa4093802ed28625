import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { readRulesFile } from './read-rules-file.ts'
import { hapRuleYaml, rulesYaml } from './rules-yaml.ts'

test('formats one rule per line below hap.rule', () => {
  expect(rulesYaml(DEFAULT_RULES.slice(0, 2))).toBe('hap:\n  rule:\n    - aws\n    - aws(PR=cf-eu11) -> EU\n')
})

test('hapRule.yaml is a list under rule and nothing else', () => {
  expect(hapRuleYaml(DEFAULT_RULES.slice(0, 2))).toBe('rule:\n  - aws\n  - aws(PR=cf-eu11) -> EU\n')
})

test('parses any texts back unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aw(PR=) ->,:#*&!"\'-{}[]') })
  fc.assert(
    fc.property(fc.array(text), texts => {
      for (const written of [rulesYaml(texts), hapRuleYaml(texts)]) {
        const read = readRulesFile(new TextEncoder().encode(written))
        expect('file' in read && read.file.source.texts).toEqual(texts)
      }
    }),
  )
})
