import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRules } from './merge-rules.ts'
import { readRulesFile } from './read-rules-file.ts'
import { rulesYaml } from './rules-yaml.ts'

const BASE = '# ours\nrule:\n  - aws\n  # azure\n  - azure\n  - gcp\n'

test.each([
  ['nothing of mine', BASE, 'rule:\n  - aws\n', 'rule:\n  - aws\n'],
  [
    'a rule I added, behind its neighbour',
    BASE.replace('- aws\n', '- aws\n  - free\n'),
    BASE.replace('  - gcp\n', '  - gcp # g\n  - trial\n'),
    '# ours\nrule:\n  - aws\n  - free\n  # azure\n  - azure\n  - gcp # g\n  - trial\n',
  ],
  [
    'a rule I added at the end',
    `${BASE}  - free\n`,
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - aws\n  # azure\n  - azure\n  - gcp\n  - free\n  - trial\n',
  ],
  [
    'a rule I changed',
    BASE.replace('azure\n  - gcp', 'azure -> EU\n  - gcp'),
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - aws\n  # azure\n  - azure -> EU\n  - gcp\n  - trial\n',
  ],
  [
    'a rule I took away',
    BASE.replace('  - gcp\n', ''),
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - aws\n  # azure\n  - azure\n  - trial\n',
  ],
  ['what both did alike, once', `${BASE}  - trial\n`, `${BASE}  - trial\n`, `${BASE}  - trial\n`],
  [
    'mine before all others',
    BASE.replace('  - aws', '  - free\n  - aws'),
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - free\n  - aws\n  # azure\n  - azure\n  - gcp\n  - trial\n',
  ],
])('%s', (_, mine, theirs, merged) => {
  expect(mergeRules(BASE, mine, theirs)).toBe(merged)
})

test.each([
  ['mine', BASE, 'rule: [', BASE],
  ['theirs', BASE, BASE, 'hap:\n  sharedRule: trial\n'],
  ['the first', 'a: 1', BASE, BASE],
])('nothing where %s is no list of rules', (_, base, mine, theirs) => {
  expect(mergeRules(base, mine, theirs)).toBeNull()
})

test('has all that either added, and nothing either took away', () => {
  const known: readonly string[] = ['aws', 'azure', 'gcp', 'free', 'trial', 'preview']
  const rules = fc.uniqueArray(fc.constantFrom(...known))
  fc.assert(
    fc.property(rules, rules, rules, (base, mine, theirs) => {
      const merged = mergeRules(rulesYaml(base), rulesYaml(mine), rulesYaml(theirs)) ?? ''
      const read = readRulesFile(new TextEncoder().encode(merged))
      const texts = 'file' in read ? Object.values(read.file.source.texts) : []
      const wanted = known.filter(rule =>
        base.includes(rule)
          ? mine.includes(rule) && theirs.includes(rule)
          : mine.includes(rule) || theirs.includes(rule),
      )
      expect([...texts].sort()).toEqual(wanted.sort())
    }),
  )
})
