import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Caller, configMap, namespace, startCaller, versionOf } from '../../../../test/embedded-garden/caller.ts'
import { QUICK_CLOCK, SPEED } from '../../../../test/kit/clock.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/namespaces/n/configmaps'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ faults: true, clock: QUICK_CLOCK })
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace('n') })
})

beforeEach(() => caller.garden.faults.clear())

afterAll(() => caller.stop())

describe('a planned fault', () => {
  test('applies to the matching requests, as often as planned, and to no others', async () => {
    caller.garden.faults.add({
      match: { verb: 'list', resource: 'configmaps' },
      times: 2,
      mishap: { type: 'status', status: 503, text: 'service unavailable' },
    })
    expect((await caller.call('GET', `${MAPS}/missing`)).status).toBe(404)
    const first = await caller.call('GET', MAPS)
    expect([first.status, first.body, first.headers['Content-Type']]).toEqual([
      503,
      'service unavailable',
      'text/plain; charset=utf-8',
    ])
    expect((await caller.call('GET', MAPS)).status).toBe(503)
    expect((await caller.call('GET', MAPS)).status).toBe(200)
  })

  test('can return Retry-After', async () => {
    caller.garden.faults.add({
      mishap: { type: 'status', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 7 },
    })
    const { status, headers, body } = await caller.call('GET', MAPS)
    expect([status, headers['Retry-After']]).toEqual([429, '7'])
    expect(body).toMatchObject({ kind: 'Status', reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } })
  })

  test('can break the connection before anything happens', async () => {
    caller.garden.faults.add({ mishap: { type: 'reset' } })
    await expect(caller.call('POST', MAPS, { body: configMap('reset') })).rejects.toThrow()
    expect((await caller.call('GET', `${MAPS}/reset`)).status).toBe(404)
  })

  test('can lose the response after the change was made', async () => {
    caller.garden.faults.add({ match: { verb: 'create' }, mishap: { type: 'lose-answer' } })
    await expect(caller.call('POST', MAPS, { body: configMap('lost') })).rejects.toThrow()
    expect((await caller.call('GET', `${MAPS}/lost`)).status).toBe(200)
  })

  test('can respond with an error after the change was made', async () => {
    const mishap = { type: 'replace-answer' as const, status: 503, text: 'service unavailable' }
    caller.garden.faults.add({ match: { verb: 'create' }, mishap })
    const { status, body } = await caller.call('POST', MAPS, { body: configMap('replaced') })
    expect([status, body]).toEqual([503, 'service unavailable'])
    expect((await caller.call('GET', `${MAPS}/replaced`)).status).toBe(200)
  })

  test('can drop, silence or expire a watch', async () => {
    const start = versionOf(await caller.ask('GET', MAPS))
    const watch = (seconds: number) =>
      caller.call('GET', `${MAPS}?watch=1&resourceVersion=${start}&timeoutSeconds=${seconds}`)
    caller.garden.faults.add({ mishap: { type: 'drop-watch', afterMs: 100 } })
    expect((await watch(30)).ended).toBe('server')
    caller.garden.faults.add({ mishap: { type: 'expire-watch' } })
    expect((await watch(30)).events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }])
    caller.garden.faults.add({ mishap: { type: 'stall-watch' } })
    const stalled = watch(1)
    const silent = Symbol('silent')
    await caller.ask('POST', MAPS, { body: configMap('unseen') })
    expect(
      await Promise.race([stalled, new Promise(resolve => setTimeout(() => resolve(silent), 3_000 / SPEED))]),
    ).toBe(silent)
    stalled.catch(() => undefined)
  })

  test('can be sent with the request itself', async () => {
    const headers = { 'x-garden-fault': JSON.stringify({ type: 'status', status: 500 }) }
    expect((await caller.call('GET', MAPS, { headers })).status).toBe(500)
    expect((await caller.call('GET', MAPS)).status).toBe(200)
  })

  test('is rejected if it is unknown', () => {
    expect(() => caller.garden.faults.add({ mishap: { type: 'status', status: 200 } })).toThrow()
  })
})

describe('over the control addresses', () => {
  test('the administrator plans faults and reads counts', async () => {
    await caller.call('POST', '/garden/faults', {
      body: { match: { verb: 'get' }, mishap: { type: 'status', status: 404 } },
    })
    expect((await caller.call('GET', '/garden/faults')).body).toMatchObject([{ mishap: { status: 404 } }])
    await caller.call('DELETE', '/garden/faults')
    await caller.call('DELETE', '/garden/requests')
    await caller.call('GET', MAPS, { headers: { 'User-Agent': 'probe/1' } })
    expect((await caller.call('GET', '/garden/requests')).body).toEqual([
      { verb: 'list', resource: 'configmaps', userAgent: 'probe/1', count: 1 },
    ])
  })

  test('other users get 403, and without the option the addresses respond with 404', async () => {
    expect((await caller.call('DELETE', '/garden/faults', { as: 'operator' })).status).toBe(403)
    const plain = await startCaller()
    expect((await plain.call('GET', '/garden/faults')).status).toBe(404)
    const headers = { 'x-garden-fault': JSON.stringify({ type: 'status', status: 500 }) }
    expect((await plain.call('GET', '/api/v1/namespaces', { headers })).status).toBe(200)
    await plain.stop()
  })
})
