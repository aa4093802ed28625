import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRules } from './merge-rules.ts'
import { readRulesFile } from './read-rules-file.ts'
import { rulesYaml } from './rules-yaml.ts'

const BASE = '# ours\nrule:\n  - aws\n  # azure\n  - azure\n  - gcp\n'

test.each([
  ['no own change', BASE, 'rule:\n  - aws\n', 'rule:\n  - aws\n'],
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
  [
    'no own change, in a document that starts with an empty line',
    BASE,
    '\n# theirs\n- aws\n- gcp\n',
    '\n# theirs\n- aws\n- gcp\n',
  ],
  ['an equal change of both sides, once', `${BASE}  - trial\n`, `${BASE}  - trial\n`, `${BASE}  - trial\n`],
  [
    'mine before all others',
    BASE.replace('  - aws', '  - free\n  - aws'),
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - free\n  - aws\n  # azure\n  - azure\n  - gcp\n  - trial\n',
  ],
  [
    'a comment I wrote above a rule, and one behind it',
    BASE.replace('  - gcp', '  # why\n  - gcp # mine'),
    `${BASE}  - trial\n`,
    '# ours\nrule:\n  - aws\n  # azure\n  - azure\n  # why\n  - gcp # mine\n  - trial\n',
  ],
  [
    'comments of both',
    BASE.replace('# azure', '# azure\n  # mine'),
    BASE.replace('# azure', '# azure\n  # theirs'),
    '# ours\nrule:\n  - aws\n  # azure\n  # theirs\n  # mine\n  - azure\n  - gcp\n',
  ],
  [
    'rules I moved, with their comments',
    '# ours\nrule:\n  - gcp\n  # azure\n  - azure\n  - aws\n',
    BASE.replace('- aws', '- aws -> EU').replace('  - gcp', '  - trial\n  - gcp'),
    '# ours\nrule:\n  - gcp\n  # azure\n  - azure\n  - trial\n  - aws -> EU\n',
  ],
  [
    'own changes around the rules',
    BASE.replace('ours', 'mine'),
    BASE.replace('gcp', 'gcp -> S'),
    '# mine\nrule:\n  - aws\n  # azure\n  - azure\n  - gcp -> S\n',
  ],
  [
    'in their writing',
    `hap:\n  rule:\n    - aws -> EU\n    - azure\n    - gcp\n`,
    '["aws", "azure", "gcp", "trial"]',
    '["aws -> EU", "azure", "gcp", "trial"]',
  ],
  [
    'quotes as they are',
    BASE.replace('- gcp', '- "gcp -> S"'),
    BASE.replace('- azure', "- 'azure'"),
    '# ours\nrule:\n  - aws\n  # azure\n  - \'azure\'\n  - "gcp -> S"\n',
  ],
  ['rules where they took all away', `${BASE}  - trial\n`, '# ours\nrule: []\n', '# ours\nrule:\n  - trial\n'],
])('%s', (_, mine, theirs, merged) => {
  expect(mergeRules(BASE, mine, theirs)?.text).toBe(merged)
})

test.each([
  ['a rule both changed', 'azure', 'azure -> EU', 'azure -> S', { mine: 'azure -> EU', theirs: 'azure -> S' }],
  ['a region both changed', 'aws(PR=a)', 'aws(PR=b)', 'aws(PR=c)', { mine: 'aws(PR=b)', theirs: 'aws(PR=c)' }],
])('%s: mine wins and theirs is reported', (_, was, mine, theirs, both) => {
  const file = (rule: string) => `- gcp\n- ${rule} # x\n- trial\n`
  const merged = mergeRules(file(was), file(mine), file(theirs))
  expect(merged).toEqual({ text: file(mine), conflicts: [both], frameDropped: false })
})

test.each([
  ['they took away and I changed', '- aws -> S\n- gcp\n', '- gcp\n', '- aws -> S\n- gcp\n', 'aws -> S', null],
  ['I took away and they changed', '- gcp\n', '- aws -> S\n- gcp\n', '- gcp\n', null, 'aws -> S'],
])('a rule %s: mine wins', (_, mine, theirs, text, my, their) => {
  const merged = mergeRules('- aws\n- gcp\n', mine, theirs)
  expect(merged).toEqual({ text, conflicts: [{ mine: my, theirs: their }], frameDropped: false })
})

test('reports dropped changes around the rules when both sides changed them', () => {
  const merged = mergeRules(BASE, BASE.replace('ours', 'mine'), BASE.replace('ours', 'theirs'))
  expect(merged).toEqual({ text: BASE.replace('ours', 'theirs'), conflicts: [], frameDropped: true })
})

test.each([
  ['mine', BASE, 'rule: [', BASE],
  ['theirs', BASE, BASE, 'hap:\n  sharedRule: trial\n'],
  ['the first', 'a: 1', BASE, BASE],
])('returns null when %s has no rule list', (_, base, mine, theirs) => {
  expect(mergeRules(base, mine, theirs)).toBeNull()
})

test('preserves the text of the only side with changes', () => {
  const quotes = fc.constantFrom<(rule: string) => string>(
    rule => rule,
    rule => `"${rule}" # why`,
    rule => `>-\n      ${rule}`,
    rule => `&${rule} ${rule}`,
  )
  const rule = fc.constantFrom('aws', 'azure', 'gcp', 'free', 'trial')
  const above = fc.constantFrom('', '\n', '  # one\n', '  # one\n  # two\n\n')
  const items = fc.uniqueArray(fc.record({ rule, quote: quotes, above }), { selector: one => one.rule, minLength: 1 })
  const document = fc
    .tuple(items, fc.constantFrom('rule:\n', '# head\nhap:\n  rule: # all\n'), fc.constantFrom('', '\n# end\nx: 1\n'))
    .map(
      ([list, head, end]) => `${head}${list.map(one => `${one.above}    - ${one.quote(one.rule)}\n`).join('')}${end}`,
    )
  fc.assert(
    fc.property(document, document, (base, changed) => {
      const anchored = changed.includes('&')
      const merged = mergeRules(base, changed, base)
      if (!anchored) expect(merged?.text).toBe(changed)
      expect(mergeRules(base, base, changed)?.text.replaceAll(/&\w+ /g, '')).toBe(changed.replaceAll(/&\w+ /g, ''))
    }),
  )
})

test('contains additions of both sides and no rule that a side removed', () => {
  const known: readonly string[] = ['aws', 'azure', 'gcp', 'free', 'trial', 'preview']
  const rules = fc.uniqueArray(fc.constantFrom(...known))
  fc.assert(
    fc.property(rules, rules, rules, (base, mine, theirs) => {
      const merged = mergeRules(rulesYaml(base), rulesYaml(mine), rulesYaml(theirs))?.text ?? ''
      const read = readRulesFile(new TextEncoder().encode(merged))
      const texts = 'file' in read ? Object.values(read.file.source.texts) : []
      const wanted = known.filter(rule =>
        base.includes(rule)
          ? mine.includes(rule) && theirs.includes(rule)
          : mine.includes(rule) || theirs.includes(rule),
      )
      expect([...texts].sort()).toEqual(wanted.sort())
      const moved =
        JSON.stringify(base.filter(one => mine.includes(one))) !==
        JSON.stringify(mine.filter(one => base.includes(one)))
      const lead = moved ? mine : theirs
      expect(texts.filter(one => lead.includes(one))).toEqual(lead.filter(one => texts.includes(one)))
    }),
  )
})

test('refuses to merge flow lists with comments', () => {
  const list = 'rule: [aws, # here\n  gcp]\n'
  expect(mergeRules(list, list.replace('gcp', 'gcp -> S'), list.replace('aws', 'aws -> EU'))).toBeNull()
  const bare = list.replace(' # here', '')
  expect(mergeRules(bare, bare.replace('gcp', 'gcp -> S'), bare.replace('aws', 'aws -> EU'))?.text).toBe(
    'rule: ["aws -> EU",\n  "gcp -> S"]\n',
  )
})
