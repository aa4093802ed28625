import { expect, test } from 'vitest'
import { formatSelector, isKnownKey, listSuggestions } from './spec-fields.tsx'

const KNOWN: Parameters<typeof listSuggestions>[1] = {
  plans: [
    { name: 'aws', providers: ['aws'] },
    { name: 'azure', providers: ['azure'] },
    { name: 'trial', providers: null },
  ],
  regions: {
    platform: ['cf-eu10'],
    hyperscaler: [
      { provider: 'aws', regions: ['eu-central-1', 'us-east-1'] },
      { provider: 'azure', regions: ['westeurope'] },
    ],
  },
}

test.each([
  ['plan', 'aws', ['aws', 'trial']],
  ['plan', 'gcp', ['trial']],
  ['region', 'azure', ['westeurope']],
  ['region', 'gcp', []],
  ['platformRegion', 'gcp', ['cf-eu10']],
] as const)('the %s of %s is one of %j', (field, provider, values) => {
  expect(listSuggestions(field, KNOWN, provider)).toEqual(values)
})

test('machine types have no suggestions', () => {
  expect(['plan', 'region', 'platformRegion', 'machineType'].filter(isKnownKey)).toEqual([
    'plan',
    'region',
    'platformRegion',
  ])
})

test.each([
  ['private', 'An account of global account private.'],
  [' shared ', 'A shared account.'],
  ['globalaccount:ga-1 || shared', 'An account of global account ga-1, or else a shared account.'],
  ['', null],
  ['a || b', null],
])('%j means %j', (text, meaning) => {
  expect(formatSelector(text)).toBe(meaning)
})
