import { expect, test } from 'vitest'
import { splitCaseText } from './case-text.tsx'

test.each([
  ['rule trial -> S', ['rule ', 'trial -> S', '']],
  ['rule 7: aws(PR=cf-eu11, HR=eu-de-1) -> EU, S', ['rule 7: ', 'aws(PR=cf-eu11, HR=eu-de-1) -> EU, S', '']],
  ['pool aws · EU', ['pool ', 'aws · EU', '']],
  ['pool gcp_cf-sa30, by rule 6', ['pool ', 'gcp_cf-sa30', ', by rule 6']],
  [
    'selector hyperscalerType=aws,!euAccess,shared=true, by rule 12',
    ['selector ', 'hyperscalerType=aws,!euAccess,shared=true', ', by rule 12'],
  ],
  ['no rule: No rule names plan gdch.', ['no rule: No rule names plan gdch.', '', '']],
  ['no rule', ['no rule', '', '']],
  ['refused', ['refused', '', '']],
  ['', ['', '', '']],
])('%s', (words, parts) => {
  const { before, code, after } = splitCaseText(words)
  expect([before, code, after]).toEqual(parts)
})
