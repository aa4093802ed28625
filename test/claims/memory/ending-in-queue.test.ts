import { describe, expect, test } from 'vitest'
import { memoryWorld, OLGA } from '../memory-world.ts'
import { awsRequest } from '../schedules/test-rules.ts'

/** Time of three sweeps of `pass`. */
const THREE_SWEEPS = 30_000
const FAILS = { onExhausted: 'fail', deadline: null } as const

describe('a claim that asks not to wait', () => {
  test('is refused with the pool and the reason, and gets the same answer for the same key', async () => {
    const { service, add } = memoryWorld()
    const asked = { ...OLGA, request: awsRequest('t-1'), cluster: null, terms: FAILS }
    const { claim } = await service.claim(asked, 'k1')
    expect(claim).toMatchObject({
      ...{ status: 'refused', cause: 'exhausted', poolKey: 'aws' },
      message: 'Refused, because the claim asked not to wait: pool aws has no free binding.',
    })
    add('x')
    expect(await service.claim(asked, 'k1')).toEqual({ claim, position: null })
    await expect(service.claim({ ...asked, terms: { ...FAILS, onExhausted: 'wait' } }, 'k1')).rejects.toMatchObject({
      status: 409,
    })
    expect((await service.claim(asked, 'k2')).claim).toMatchObject({ status: 'reserved', cause: null })
  })

  test('does not overtake the queue', async () => {
    const { service, add, claim } = memoryWorld()
    await claim('t-1')
    add('x')
    const asked = { ...OLGA, request: awsRequest('t-2'), cluster: null, terms: FAILS }
    expect((await service.claim(asked, 'k2')).claim).toMatchObject({
      ...{ status: 'refused', cause: 'exhausted' },
      message: 'Refused, because the claim asked not to wait: other claims wait for the next account of pool aws.',
    })
  })

  test('is refused by the next run of the queue if an older release has queued it', async () => {
    const { claim, row, pass } = memoryWorld()
    const queued = await claim('t-1')
    row(queued).onExhausted = 'fail'
    await pass(1)
    expect(row(queued)).toMatchObject({ status: 'refused', cause: 'exhausted' })
  })
})

describe('a claim with a deadline', () => {
  test('ends in the queue once it has passed, and the next one moves up', async () => {
    const { service, add, claim, row, pass, now } = memoryWorld()
    const deadline = now() + THREE_SWEEPS
    const asked = {
      ...OLGA,
      request: awsRequest('t-1'),
      cluster: null,
      terms: { onExhausted: 'wait', deadline },
    } as const
    const { claim: first } = await service.claim(asked, 'k1')
    const second = await claim('t-2')
    await pass(1)
    expect(row(first)).toMatchObject({ status: 'waiting', deadline })
    await pass(3)
    const message = `Expired: no account became free before the deadline ${new Date(deadline).toISOString()}.`
    const ended = { status: 'released', cause: 'expired', message, binding: null }
    expect(row(first)).toMatchObject(ended)
    add('x')
    await pass(1)
    expect(row(second)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
    expect((await service.claim(asked, 'k1')).claim).toMatchObject({ id: first.id, ...ended })
  })

  test('gets an account before it, and keeps the account after it', async () => {
    const { service, add, row, pass, now } = memoryWorld()
    const terms = { onExhausted: 'wait', deadline: now() + THREE_SWEEPS } as const
    const { claim } = await service.claim({ ...OLGA, request: awsRequest('t-1'), cluster: null, terms }, 'k1')
    add('x')
    await pass(1)
    await pass(6)
    expect(row(claim)).toMatchObject({ status: 'reserved', cause: null, binding: { name: 'x' } })
  })
})

describe('a claim that names its pool', () => {
  const target = { euAccess: false, shared: false }
  const ask = (provider: string) => ({
    ...{ ...OLGA, cluster: null },
    request: { ...awsRequest('t-1'), plan: '', provider, target },
  })

  test('is refused if the pool has no bindings in any state and no rule leads to it', async () => {
    const { service } = memoryWorld()
    expect((await service.claim(ask('nowhere'), 'k1')).claim).toMatchObject({
      ...{ status: 'refused', cause: 'unknown-pool', poolKey: 'nowhere' },
      message: expect.stringContaining('create a binding with the labels hyperscalerType=nowhere'),
    })
  })

  test('waits if a rule leads to the pool', async () => {
    const { service } = memoryWorld()
    expect((await service.claim(ask('aws'), 'k1')).claim).toMatchObject({ status: 'waiting', cause: null })
  })

  test.each(['dirty', 'internal'])('waits if a binding of the pool is %s', async label => {
    const { service, add } = memoryWorld()
    add('x', { hyperscalerType: 'nowhere', [label]: 'true' })
    expect((await service.claim(ask('nowhere'), 'k1')).claim).toMatchObject({ status: 'waiting', cause: null })
  })
})

describe('following a claim', () => {
  const { signal } = new AbortController()

  test('answers once another process has changed its status', async () => {
    const { claim, row, service, now } = memoryWorld()
    const queued = await claim('t-1')
    const begun = now()
    const followed = service.follow(queued.id, 30_000, signal)
    // The world has no timers, so steps of the service take microtasks only.
    for (let step = 0; step < 10; step++) await Promise.resolve()
    Object.assign(row(queued), { status: 'released' })
    expect(now() - begun).toBeGreaterThan(0)
    expect(await followed).toMatchObject({ claim: { status: 'released' }, position: null })
    expect(now() - begun).toBeLessThan(30_000)
  })

  test('answers after the time, when the client disconnects, and at once for a finished claim', async () => {
    const { add, claim, service, now } = memoryWorld()
    const queued = await claim('t-1')
    const begun = now()
    expect(await service.follow(queued.id, 2_500, signal)).toMatchObject({ claim: { status: 'waiting' }, position: 1 })
    expect(now() - begun).toBe(2_500)
    await service.follow(queued.id, 30_000, AbortSignal.abort())
    expect(now() - begun).toBe(2_500)
    await service.release(queued.id, OLGA)
    add('x')
    const done = await claim('t-2')
    expect(await service.follow(done.id, 30_000, signal)).toMatchObject({ claim: { status: 'reserved' } })
    expect(now() - begun).toBe(2_500)
    await expect(service.follow('unknown', 1_000, signal)).rejects.toMatchObject({ status: 404 })
  })

  test('answers when the process ends', async () => {
    const { claim, service, now } = memoryWorld({ ending: AbortSignal.abort() })
    const queued = await claim('t-1')
    const begun = now()
    expect(await service.follow(queued.id, 30_000, signal)).toMatchObject({ claim: { status: 'waiting' } })
    expect(now()).toBe(begun)
  })
})
