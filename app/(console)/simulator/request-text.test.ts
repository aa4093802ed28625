import { expect, test } from 'vitest'
import {
  addDefaultProvider,
  findPlansByPrefix,
  parseRequest,
  parseSemantics,
  type RequestField,
} from './request-text.ts'

const PLANS = [
  { name: 'aws', providers: ['aws'] },
  { name: 'trial', providers: ['aws', 'azure'] },
  { name: 'any', providers: null },
]

const typed = (texts: Partial<Record<RequestField, string>>) => parseRequest(field => texts[field] ?? '')

test.each([
  [{ plan: 'aws' }, 'aws'],
  [{ plan: 'trial' }, 'aws'],
  [{ plan: 'trial', provider: 'azure' }, 'azure'],
  [{ plan: 'aws', provider: 'gcp' }, 'gcp'],
  [{ plan: 'any' }, ''],
  [{ plan: 'unknown' }, ''],
  [{ plan: 'toString' }, ''],
  [{}, ''],
])('resolves %j to provider %j', (texts, provider) => {
  expect(addDefaultProvider(typed(texts), PLANS).provider).toBe(provider)
})

test('trims values', () => {
  expect(typed({ plan: ' aws\n', globalAccount: '\u00a0ga-1 ' })).toMatchObject({ plan: 'aws', globalAccount: 'ga-1' })
})

test.each([
  ['keb', 'documented', 'keb'],
  ['documented', 'documented', null],
  ['documented', 'keb', 'documented'],
  ['', 'keb', null],
  ['KEB', 'documented', null],
  ['__proto__', 'documented', null],
] as const)('an address with "%s" where %s is in force means %s', (text, inForce, expected) => {
  expect(parseSemantics(text, inForce)).toBe(expected)
})

test.each([
  ['a', ['aws', 'any']],
  ['aws', []],
  ['', []],
  ['x', []],
])('a plan "%s" may become %j', (text, names) => {
  expect(findPlansByPrefix(text, PLANS)).toEqual(names)
})
