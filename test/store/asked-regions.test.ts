import { expect, test } from 'vitest'
import { readRequestedRegions } from '#lib/store/claims/recorded-requests.ts'
import { testStore } from './test-store.ts'

test('returns the platform regions of the requests of the given claims', async () => {
  const { db } = await testStore()
  const requests = {
    eu: { plan: 'aws', platformRegion: 'cf-eu11' },
    us: { plan: 'aws', platformRegion: 'cf-us10' },
    adopted: { plan: '', platformRegion: '' },
    old: { plan: 'aws' },
  }
  for (const [id, request] of Object.entries(requests)) {
    await db.claim.create({
      data: { id, idempotencyKey: id, requestHash: id, request, tenant: 'ga-1', status: 'active', actor: 'a test' },
    })
  }
  expect(await readRequestedRegions(db, ['eu', 'adopted', 'old', 'nobody'])).toEqual(new Map([['eu', 'cf-eu11']]))
  expect(await readRequestedRegions(db, [])).toEqual(new Map())
})
