import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SettingsError, SettingsFiles, type SettingsSources } from './settings-files.ts'

const NONE: SettingsSources = {
  rulesFile: null,
  plansFile: null,
  requiredPlans: null,
  multiAccountFile: null,
  embedded: true,
  semantics: 'documented',
}
const folder = mkdtempSync(path.join(tmpdir(), 'hap-settings-'))

let files = 0
function write(text: string | Uint8Array): string {
  const file = path.join(folder, `${++files}.yaml`)
  writeFileSync(file, text)
  return file
}

function failure(places: Partial<SettingsSources>): string {
  try {
    new SettingsFiles({ ...NONE, ...places })
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'no error'
}

const RULES = 'rule: [aws, azure, azure_lite, free, gcp, preview, sap-converged-cloud, trial]\n'

test('without files multiple accounts are off on a configured cluster', () => {
  const { active } = new SettingsFiles({ ...NONE, embedded: false })
  expect(active.multiAccount).toEqual({ allowed: [], limits: { default: 0, providers: {} }, minBindingsForGuard: 0 })
})

test('without files the examples of the seeds are in force on the embedded garden', () => {
  const { active } = new SettingsFiles(NONE)
  expect(active.ruleset.rules).toHaveLength(11)
  expect(active.plans.byName.get('trial')?.providers).toEqual(['aws', 'azure', 'gcp'])
  expect(active.multiAccount).toMatchObject({ allowed: ['*'], limits: { default: 3, providers: { aws: 180 } } })
})

test('the rules of KEB replace the rules file, also after another file changes, and invalid ones are reported', () => {
  const multiAccountFile = write('allowedGlobalAccounts: []\n')
  const files = new SettingsFiles({ ...NONE, rulesFile: write(RULES), multiAccountFile })
  const texts = () => files.active.ruleset.rules.map(({ text }) => text)
  const follow = (text: string) => files.followKeb({ place: 'hapRule.yaml of ConfigMap kcp-system/keb', text })
  expect([follow(RULES.replace('aws', 'aws -> EU')), files.active.ofKeb, texts()[0]]).toEqual([true, true, 'aws -> EU'])
  expect(follow(RULES.replace('aws', 'aws -> EU'))).toBe(false)
  writeFileSync(multiAccountFile, 'allowedGlobalAccounts: ["*"]\n')
  expect([files.refresh(), files.active.multiAccount.allowed, texts()[0]]).toEqual([true, ['*'], 'aws -> EU'])
  expect([follow('rule: [nonsense]\n'), texts()[0]]).toEqual([true, 'aws -> EU'])
  expect(files.problems()).toEqual([expect.stringContaining('hapRule.yaml of ConfigMap kcp-system/keb')])
  expect([follow(RULES), files.problems(), texts()[0]]).toEqual([true, [], 'aws'])
})

describe('a start with invalid files', () => {
  test('lists every diagnostic of the rules with its position', () => {
    const rulesFile = write('hap:\n  rule:\n    - aws\n    - aws -> S\n    - nonsense\n    - gcp(PR=)\n')
    const text = failure({ rulesFile })
    expect(text).toContain(`${rulesFile}:6:13: error:`)
    expect(text).toContain(`${rulesFile}:4:7: error:`)
    expect(text).toContain(`${rulesFile}:5:7: error:`)
    expect(text).toContain('azure')
  })

  test('lists findings of rules and limits together', () => {
    const text = failure({ rulesFile: write(''), multiAccountFile: write('limits: {aws: -1}\nunknown: 1\n') })
    expect(text).toContain('The document is empty.')
    expect(text).toContain('limits.aws is -1, not a whole number')
    expect(text).toContain('unknown')
  })

  test.each([
    ['HAP_RULES_FILE', { rulesFile: path.join(folder, 'missing.yaml') }, 'There is no such file.'],
    ['HAP_RULES_FILE', { rulesFile: folder }, 'This is a folder'],
    ['HAP_PLANS_FILE', { plansFile: path.join(folder, 'missing.yaml') }, 'There is no such file.'],
    ['HAP_MULTI_ACCOUNT_FILE', { multiAccountFile: path.join(folder, 'missing.yaml') }, 'There is no such file.'],
  ])('names the setting %s of an unreadable file', (variable, places, message) => {
    const text = failure(places)
    expect(text).toContain(message)
    expect(text).toContain(variable)
  })

  test.each([
    ['binary', new Uint8Array([0, 1, 2, 3]), 'binary'],
    ['not UTF-8', new Uint8Array([0x61, 0xff, 0x62]), 'not UTF-8'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'UTF-16'],
  ])('refuses a %s file', (_, bytes, message) => expect(failure({ rulesFile: write(bytes) })).toContain(message))

  test.each([
    ['a limit that is no number', 'limits: {aws: many}', 'limits.aws is "many", not a whole number'],
    ['a limit that is too large', 'limits: {aws: 1000000000}', 'from 0 to 999999'],
    [
      'a tenant that would change a selector',
      'allowedGlobalAccounts: ["x,shared=true"]',
      'cannot be the id of a global account',
    ],
    [
      'a tenant of 64 characters',
      `allowedGlobalAccounts: ["${'x'.repeat(64)}"]`,
      'cannot be the id of a global account',
    ],
    ['an empty tenant', 'allowedGlobalAccounts: [""]', 'cannot be the id of a global account'],
    ['an invalid list', 'allowedGlobalAccounts: ga-1', 'is not a list'],
  ])('refuses %s', (_, text, message) => expect(failure({ multiAccountFile: write(text) })).toContain(message))

  test('refuses required plans that do not exist', () => {
    expect(failure({ requiredPlans: ['aws', 'awz'] })).toContain('HAP_REQUIRED_PLANS names awz')
  })
})

test('both forms of limits are parsed', () => {
  for (const text of [
    'hap: {multiHyperscalerAccount: {allowedGlobalAccounts: [ga-1], limits: {default: 3, aws: 7}}}',
    'allowedGlobalAccounts: [ga-1]\nlimits: {default: 3, aws: 7}',
  ]) {
    const { active } = new SettingsFiles({ ...NONE, multiAccountFile: write(text) })
    expect(active.multiAccount).toEqual({
      allowed: ['ga-1'],
      limits: { default: 3, providers: { aws: 7 } },
      minBindingsForGuard: 0,
    })
  }
})

test('plans come from a file and determine valid rules', () => {
  const plansFile = write('aws: aws\nown: [aws, azure]\n')
  const { active } = new SettingsFiles({ ...NONE, plansFile, rulesFile: write('[aws, own]') })
  expect(active.plans.byName.get('own')?.providers).toEqual(['aws', 'azure'])
  expect(failure({ plansFile, rulesFile: write('[aws, gcp]') })).toContain('gcp')
})

describe('an edit while running', () => {
  test('that is valid takes effect immediately', () => {
    const rulesFile = write(RULES)
    const settings = new SettingsFiles({ ...NONE, rulesFile })
    expect(settings.refresh()).toBe(false)
    writeFileSync(rulesFile, RULES.replace(']', ', "aws(PR=cf-eu11) -> EU"]'))
    expect(settings.refresh()).toBe(true)
    expect(settings.active.ruleset.rules).toHaveLength(9)
  })

  test('that is invalid keeps the last good rules in force and reports it until it is fixed', () => {
    const rulesFile = write(RULES)
    const settings = new SettingsFiles({ ...NONE, rulesFile })
    writeFileSync(rulesFile, 'rule:\n  - aws(\n')
    expect(settings.refresh()).toBe(true)
    expect(settings.active.ruleset.rules).toHaveLength(8)
    expect(settings.problems()).toHaveLength(1)
    expect(settings.problems()[0]).toContain(`${rulesFile} line 2 is not valid`)
    rmSync(rulesFile)
    expect(settings.refresh()).toBe(true)
    expect(settings.problems()[0]).toContain('There is no such file.')
    writeFileSync(rulesFile, RULES)
    expect(settings.refresh()).toBe(true)
    expect(settings.problems()).toEqual([])
  })
})
