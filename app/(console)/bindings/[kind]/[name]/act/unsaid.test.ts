import { expect, test } from 'vitest'
import { unsaid } from './unsaid.ts'

test.each<[string | null, Parameters<typeof unsaid>[0], Parameters<typeof unsaid>[1]]>([
  [null, { action: 'release', undecided: [] }, { until: undefined, labels: {} }],
  [null, { action: 'hold', undecided: [] }, { until: null, labels: {} }],
  ['Choose when the hold ends.', { action: 'hold', undecided: [] }, { until: undefined, labels: {} }],
  ['Choose a value for tenantName.', { action: 'repair', undecided: ['tenantName'] }, { until: null, labels: {} }],
  [
    'Choose a value for euAccess and tenantName.',
    { action: 'repair', undecided: ['euAccess', 'tenantName'] },
    { until: null, labels: {} },
  ],
  [null, { action: 'repair', undecided: ['euAccess'] }, { until: null, labels: { euAccess: null } }],
])('%s', (missing, offer, form) => {
  expect(unsaid(offer, form)).toBe(missing)
})
