import { expect, test } from 'vitest'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { describeOffer } from './selection-bar.tsx'

const OFFER: BulkOffer = { action: 'release', allowed: 3, dangerous: true, refusals: [] }
const USED = { text: '1 cluster still uses this account.', count: 2 }

test.each([
  ['all of them', OFFER, 3, 'operator', { label: 'Release', disabledReason: null, tip: undefined }],
  [
    'some of them',
    { ...OFFER, refusals: [USED] },
    5,
    'admin',
    { label: 'Release 3 of 5', disabledReason: null, tip: '1 cluster still uses this account. (2)' },
  ],
  [
    'none of them',
    { ...OFFER, allowed: 0, refusals: [USED, { text: 'It is free.', count: 1 }] },
    3,
    'operator',
    {
      label: 'Release',
      disabledReason: '1 cluster still uses this account. (2) It is free. (1)',
      tip: undefined,
    },
  ],
  [
    'nobody',
    OFFER,
    3,
    'viewer',
    { label: 'Release', disabledReason: 'Requires the operator role. Ask an administrator for it.', tip: undefined },
  ],
] as const)('describes the offer of an action for %s', (_, offer, selected, role, labels) => {
  expect(describeOffer(offer, { selected, role, tooOld: null })).toEqual(labels)
})

test('disables actions on a stale page, and shows the reason to users with the role', () => {
  const tooOld =
    "Gardener data is stale since 07:00:00 UTC, so the account's usage is unknown. Try again once the connection is back."
  const offered = (role: 'viewer' | 'operator') => describeOffer(OFFER, { selected: 3, role, tooOld }).disabledReason
  expect([offered('viewer'), offered('operator')]).toEqual([
    'Requires the operator role. Ask an administrator for it.',
    tooOld,
  ])
})
