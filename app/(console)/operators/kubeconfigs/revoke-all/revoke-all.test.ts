import { expect, test } from 'vitest'
import { buildRevokeAllOffer } from './revoke-all.tsx'

const asked = { cluster: 'orders', role: 'operator', requests: 2, unrevoked: ['a'], observeModeReason: null } as const

test.each<[string, Partial<Parameters<typeof buildRevokeAllOffer>[0]>, string | null]>([
  ['some are left', {}, null],
  ['a viewer looks', { role: 'viewer' }, 'Requires the operator role. Ask an administrator for it.'],
  ['the console observes', { observeModeReason: 'Observing.' }, 'Observing.'],
  ['all are revoked', { unrevoked: [] }, 'All kubeconfigs of this cluster are revoked.'],
  ['no request exists', { requests: 0, unrevoked: [] }, 'No kubeconfig requests for this cluster.'],
])('when %s', (_, part, obstacle) => {
  expect(buildRevokeAllOffer({ ...asked, ...part })).toEqual({ label: 'Revoke all of orders', obstacle })
})
