import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'

const PLANS = ['aws', 'azure', 'azure_lite', 'gcp', 'trial', 'sap-converged-cloud']

test.each([
  ['azur', 'azure'],
  ['AWS', 'aws'],
  ['trail', 'trial'],
  ['rtial', 'trial'],
  ['sap-convergd-colud', 'sap-converged-cloud'],
  ['aw', 'aws'],
  ['a', null],
  ['liatr', null],
  ['', null],
  ['x'.repeat(41), null],
])('suggests for %j: %j', (text, meant) => {
  expect(suggestName(text, PLANS)).toBe(meant)
})
