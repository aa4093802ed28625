import { expect, test } from 'vitest'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { releaseOrphans } from './release-orphans.ts'

/** Claims of requests that do not exist. */
const ORPHANS = [1, 2, 3].map(n => ({
  id: `c-${n}`,
  key: `subscription-request/11111111-2222-3333-4444-55555555555${n}/00`,
  createdAt: 0,
})) as unknown as readonly ClaimRecord[]

test('stops releasing orphans when a loss of the landscape is noticed during a release', async () => {
  const released: string[] = []
  const context: Parameters<typeof releaseOrphans>[0] = {
    client: { page: async () => ({ continue: null, resourceVersion: '1' }) },
    claims: {
      list: async () => ({ claims: ORPHANS, total: ORPHANS.length }),
      release: async id => {
        released.push(id)
        return { claim: ORPHANS[0] as ClaimRecord, position: null }
      },
    },
    landscape: {
      allowsEnd: () => true,
      ended: () => released.push('ended'),
      pause: () => (released.length === 0 ? null : 'The landscape was restored.'),
    },
    now: () => 600_000,
  }
  expect(await releaseOrphans(context, AbortSignal.timeout(5_000))).toBe(1)
  expect(released).toEqual(['c-1'])
})
