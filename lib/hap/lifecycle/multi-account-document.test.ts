import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseYaml } from '#lib/rules-file/parse-yaml.ts'
import { planTable } from '../plans/plan.ts'
import { policyOf } from '../semantics.ts'
import { effectiveLimit, type MultiAccount } from './multi-account.ts'
import { EXAMPLE_MULTI_ACCOUNT, formatMultiAccountYaml, parseMultiAccount } from './multi-account-document.ts'

/** With these plans a limit may be for any provider. */
const ANY_PROVIDER = planTable([{ name: 'own', providers: null }], [])

function read(text: string): MultiAccount {
  const yaml = parseYaml(text)
  if ('problems' in yaml) throw new Error(JSON.stringify(yaml.problems))
  const result = parseMultiAccount(yaml.value, ANY_PROVIDER)
  if ('problems' in result) throw new Error(result.problems.join(' '))
  return result.multiAccount
}

test('writes the example of seed 003', () => {
  expect(formatMultiAccountYaml(EXAMPLE_MULTI_ACCOUNT)).toBe(`hap:
  multiHyperscalerAccount:
    allowedGlobalAccounts: ["*"]
    limits:
      default: 3
      aws: 180
      gcp: 135
      openstack: 100
      alicloud: 100
`)
})

test('equal settings are written as equal files in any stored order', () => {
  const providers = { zebra: 1, alicloud: 100, openstack: 100, gcp: 135, aws: 180, azure: 7 }
  const text = formatMultiAccountYaml({ allowed: [], limits: { default: 3, providers }, minBindingsForGuard: 0 })
  expect(text.match(/\w+(?=: \d)/g)).toEqual(['default', 'aws', 'gcp', 'azure', 'openstack', 'alicloud', 'zebra'])
})

/** Texts that YAML reads as other types, and names of methods. */
const ODD = ['yes', 'on', 'null', 'true', '1e5', '0x1f', '0123', '1.5', '2026-11-21', '12_3', 'constructor', 'AWS', 'n']
const id = fc.oneof(
  fc.constantFrom(...ODD),
  fc.uuid(),
  fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/),
)
const count = fc.integer({ min: 0, max: 999_999 })
const settings: fc.Arbitrary<MultiAccount> = fc.record({
  allowed: fc.array(fc.oneof(fc.constant('*'), id)),
  limits: fc.record({
    default: count,
    providers: fc.dictionary(
      id.filter(name => name !== 'default'),
      count,
    ),
  }),
  minBindingsForGuard: count,
})

test('written settings are parsed unchanged and written again as the same text', () => {
  fc.assert(
    fc.property(settings, given => {
      const folded = { ...given, allowed: [...new Set(given.allowed)] }
      expect(read(formatMultiAccountYaml(given))).toEqual(folded)
      const text = formatMultiAccountYaml(folded)
      expect(read(text)).toEqual(folded)
      expect(formatMultiAccountYaml(read(text))).toBe(text)
    }),
  )
})

test('a missing configuration cannot be written: parsed again, its limits are not set', () => {
  const none: MultiAccount = { allowed: ['ga-1'], limits: null, minBindingsForGuard: 0 }
  const back = read(formatMultiAccountYaml(none))
  expect(back).toEqual({ ...none, limits: { default: 0, providers: {} } })
  const limitOf = ({ limits }: MultiAccount) => effectiveLimit(limits, 'aws', policyOf('documented'))
  expect([none, back].map(limitOf)).toMatchObject([
    { value: 0, source: 'no-config' },
    { value: 999_999, source: 'unlimited' },
  ])
})
