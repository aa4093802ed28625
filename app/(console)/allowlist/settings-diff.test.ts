import { expect, test } from 'vitest'
import { listSettingsLines } from './settings-diff.tsx'

test('a changed number is removed and added; a new one is only added', () => {
  const lines = listSettingsLines({
    added: ['ga-2'],
    removed: ['*'],
    numbers: [
      { setting: 'limits.aws', before: 180, after: 200 },
      { setting: 'limits.gdch', before: null, after: 0 },
    ],
  })
  expect(lines.map(({ change, key, value }) => `${change} ${key} ${value}`)).toEqual([
    'removed limits.aws 180',
    'added limits.aws 200',
    'added limits.gdch 0',
    'removed allowedGlobalAccounts *',
    'added allowedGlobalAccounts ga-2',
  ])
})
