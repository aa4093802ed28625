import { expect, test } from 'vitest'
import type { Request } from '#lib/hap/request.ts'
import { listRecordedRequests } from '#lib/store/claims/recorded-requests.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const REQUEST: Request = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: 'eu-central-1',
  globalAccount: 'ga-1',
}
const SINCE = new Date('2026-10-24T00:00:00Z')

let count = 0

async function claim(
  store: Store,
  more: Partial<Request>,
  at: string,
  rest: { adopted?: boolean; status?: 'refused' } = {},
) {
  const id = `claim-${++count}`
  const request = { ...REQUEST, ...more }
  const createdAt = new Date(at)
  const data = {
    id,
    idempotencyKey: id,
    requestHash: '',
    request,
    tenant: request.globalAccount,
    account: 'Secret/g/a',
  }
  await store.db.claim.create({ data: { ...data, status: 'active', actor: 'keb', createdAt, cluster: id, ...rest } })
  return id
}

test('counts requests since a time by their parameters, regardless of the outcome and without adopted claims', async () => {
  const store = await testStore()
  await claim(store, {}, '2026-10-23T23:59:59Z')
  await claim(store, {}, '2026-11-01T00:00:00Z')
  await claim(store, {}, '2026-11-20T00:00:00Z')
  await claim(store, { globalAccount: 'ga-2' }, '2026-11-02T00:00:00Z', { status: 'refused' })
  await claim(store, { plan: '', platformRegion: '' }, '2026-11-03T00:00:00Z', { adopted: true })
  expect(await listRecordedRequests(store.db, SINCE)).toEqual([
    { ...REQUEST, claims: 2, at: new Date('2026-11-20T00:00:00Z') },
    { ...REQUEST, globalAccount: 'ga-2', claims: 1, at: new Date('2026-11-02T00:00:00Z') },
  ])
})
