import { expect, test } from 'vitest'
import { type Pool, parsePoolKey, poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { simulate } from '../simulator/simulate.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { findRequest } from './find-request.ts'

const { context } = landscapeContext('demo')

const requestOf = (key: string) => {
  const pool = parsePoolKey(key)
  return pool && findRequest(pool, 'ga-1', context)
}

test.each([
  ['aws', { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '' }],
  ['aws~eu', { plan: 'aws', provider: 'aws', platformRegion: 'cf-eu11', hyperscalerRegion: '' }],
  ['aws~shared', { plan: 'trial', provider: 'aws', platformRegion: '', hyperscalerRegion: '' }],
  ['gcp_cf-sa30', { plan: 'gcp', provider: 'gcp', platformRegion: 'cf-sa30', hyperscalerRegion: '' }],
  [
    'openstack_eu-de-1~shared',
    { plan: 'sap-converged-cloud', provider: 'openstack', platformRegion: '', hyperscalerRegion: 'eu-de-1' },
  ],
])('finds a request for pool %s: %j', (key, request) => {
  expect(requestOf(key)).toEqual({ ...request, globalAccount: 'ga-1' })
})

test.each(['alicloud', 'nothing~eu', 'openstack'])('finds no request for pool %s without a rule', key => {
  expect(requestOf(key)).toBeNull()
})

test('a found request is decided in its pool', () => {
  const pools = new Map<string, Pool>()
  for (const pooled of context.inventory.pools.values()) {
    const pool = poolOf(pooled)
    if (pool) pools.set(poolKey(pool), pool)
  }
  const requests = Array.from(pools.values(), pool => ({ pool, request: findRequest(pool, 'ga-1', context) }))
  expect(requests.filter(({ request }) => request).length).toBeGreaterThan(5)
  for (const { pool, request } of requests) {
    if (request) expect(simulate(context, request).decision.pool).toEqual(pool)
  }
})
