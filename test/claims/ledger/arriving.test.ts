import { describe, expect, test } from 'vitest'
import type { WaitTerms } from '#lib/store/claims/claim-record.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import { arrive, decide, GROUNDS, pickOf, SHARED, slotKey, slotOf, take, taken } from '../ledger-kit.ts'
import { testLedger } from '../ledgers.ts'

describe('recording an arrival', () => {
  test('creates one claim per key, leased to the first process', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    expect(claim).toMatchObject({ status: 'pending', isUnleased: false, tenant: 'ga-1', token: 1n, cluster: null })
    const arrival = { ...claim, id: 'another', actor: 'olga', requestId: null }
    expect(await ledger.recordArrival({ ...arrival, names: [] }, 'p2')).toEqual({ claim, isNew: false })
    expect(await ledger.get(claim.id)).toEqual(claim)
    expect(await ledger.get('another')).toBeNull()
  })

  test('stores what the claim asks for when its pool is exhausted', async () => {
    const { ledger } = await testLedger()
    const { request } = await arrive(ledger)
    const more = { requestHash: 'h', request, cluster: null, names: [], actor: 'o', requestId: null }
    const come = async (key: string, terms: WaitTerms) =>
      (await ledger.recordArrival({ ...more, id: key, key, terms }, 'p1'))?.claim
    const past = Date.parse('2026-01-01T00:00:00Z')
    const later = Date.parse('2100-01-01T00:00:00Z')
    const fails = { onExhausted: 'fail', deadline: null } as const
    expect(await come('k1', fails)).toMatchObject({ ...fails, isExpired: false })
    expect(await come('k2', { onExhausted: 'wait', deadline: later })).toMatchObject({
      deadline: later,
      isExpired: false,
    })
    expect(await come('k3', { onExhausted: 'wait', deadline: past })).toMatchObject({ deadline: past, isExpired: true })
    expect(await arrive(ledger)).toMatchObject({ onExhausted: 'wait', deadline: null, isExpired: false })
    expect(await ledger.get('k1')).toMatchObject({ ...fails })
  })

  test('stores the cause of a refusal', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    const slot = await slotOf(ledger)
    const refuse = () => ({ kind: 'refuse', cause: 'exhausted', grounds: GROUNDS }) as const
    expect(await decide(ledger, claim, { slot, choose: refuse })).toMatchObject({
      ...{ kind: 'refused', claim: { status: 'refused', cause: 'exhausted' } },
    })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'refused', cause: 'exhausted' })
  })

  test('creates one claim for simultaneous requests with one key', async () => {
    const { ledger } = await testLedger()
    const { request } = await arrive(ledger)
    const many = Array.from({ length: 12 }, (_, n) =>
      ledger.recordArrival(
        { id: `c-${n}`, key: 'k', requestHash: 'h', request, cluster: null, names: [], actor: 'o', requestId: null },
        'p',
      ),
    )
    const results = await Promise.all(many)
    expect(results.filter(result => result?.isNew)).toHaveLength(1)
    expect(new Set(results.map(result => result?.claim.id)).size).toBe(1)
  })

  test('refuses a cluster that another open claim has', async () => {
    const { ledger } = await testLedger()
    const { request } = await arrive(ledger)
    const come = (key: string, cluster: string, ...others: string[]) =>
      ledger.recordArrival(
        { id: key, key, requestHash: 'h', request, cluster, names: [cluster, ...others], actor: 'o', requestId: null },
        'p',
      )
    const together = await Promise.all(['k1', 'k2', 'k3'].map(key => come(key, 'c-1')))
    expect(together.map(each => each !== null)).toEqual([true, false, false])
    expect(await come('k2', 'c-1')).toBeNull()
    expect(await come('k1', 'c-1')).toMatchObject({ isNew: false, claim: { id: 'k1', cluster: 'c-1' } })
    expect(await come('k4', 'c-2')).toMatchObject({ isNew: true })
    // By another name of the same cluster, simultaneously too.
    expect(await come('k5', 'rt-1', 'c-1')).toBeNull()
    const byBoth = await Promise.all([come('k6', 'c-3', 'rt-3'), come('k7', 'rt-3', 'c-3')])
    expect(byBoth.filter(each => each !== null)).toHaveLength(1)
    expect(await ledger.fail({ id: 'k1', token: 1n }, 'a test')).toBe(true)
    expect(await come('k2', 'c-1')).toMatchObject({ isNew: true, claim: { id: 'k2', cluster: 'c-1' } })
  })

  test('creates one claim for a cluster across processes, also when a cluster is set later', async () => {
    const { ledger, another } = await testLedger()
    const { request } = await arrive(ledger)
    const ledgers = [ledger, another(), another()]
    const clusters = Array.from({ length: 25 }, (_, n) => `c-${n}`)
    const come = (on: Ledger, key: string, cluster: string) =>
      on.recordArrival(
        { id: key, key, requestHash: 'h', request, cluster, names: [cluster], actor: 'o', requestId: null },
        'p',
      )
    for (const cluster of clusters) {
      const named = await arrive(ledger)
      const [later, ...others] = await Promise.all([
        ledger.setCluster(named.id, cluster, [cluster], 7n).then(done => typeof done === 'object'),
        ...ledgers.map((on, n) => come(on, `${cluster}-${n}`, cluster).then(arrived => arrived !== null)),
      ])
      expect([later, ...others].filter(isFor => isFor)).toHaveLength(1)
    }
  })

  test('assigns increasing tickets', async () => {
    const { ledger } = await testLedger()
    const [first, second] = [await arrive(ledger), await arrive(ledger)]
    expect(second.ticket > first.ticket).toBe(true)
  })
})

describe('acquiring', () => {
  test('succeeds only without a lease, and for the version that was read', async () => {
    const { ledger, expire } = await testLedger()
    const claim = await arrive(ledger)
    expect(await ledger.acquire(claim, 'p2')).toBeNull()
    await expire()
    const taken = await ledger.acquire(claim, 'p2')
    expect(taken).toMatchObject({ token: 2n, isUnleased: false, status: 'pending' })
    await expire()
    expect(await ledger.acquire(claim, 'p3')).toBeNull()
    expect(await ledger.fail(claim, 'too late')).toBe(false)
  })

  test('takes a released claim immediately, and restarts a failed one', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    await ledger.releaseLease(claim)
    const again = await ledger.acquire(claim, 'p2')
    if (!again) throw new Error('not taken up')
    expect(await ledger.fail(again, 'It was interrupted.')).toBe(true)
    const failed = await ledger.get(claim.id)
    expect(failed).toMatchObject({ status: 'failed', isUnleased: true, message: 'It was interrupted.' })
    if (!failed) throw new Error('it is gone')
    expect(await ledger.acquire(again, 'p1')).toBeNull()
    expect(await ledger.restart(failed, 'p1', [])).toMatchObject({ status: 'pending', token: 3n, isUnleased: false })
    expect(await ledger.restart(failed, 'p2', [])).toBeNull()
  })

  test('does not restart a failed claim while another one has its cluster', async () => {
    const { ledger, another } = await testLedger()
    const { request } = await arrive(ledger)
    const come = async (key: string) => {
      const cluster = 'c-1'
      await ledger.recordArrival(
        { id: key, key, requestHash: 'h', request, cluster, names: [cluster], actor: 'o', requestId: null },
        'p',
      )
      return ledger.get(key)
    }
    const failed = async (key: string) => {
      const claim = await come(key)
      expect(claim && (await ledger.fail(claim, 'a test'))).toBe(true)
      return claim && ((await ledger.get(key)) ?? claim)
    }
    const [first, second] = [await failed('k1'), await failed('k2')]
    const third = await come('k3')
    if (!first || !second || !third) throw new Error('none came')
    expect(await ledger.restart(first, 'p', [first.cluster ?? ''])).toBe('cluster-taken')
    expect(await ledger.get('k1')).toEqual(first)
    expect(await ledger.fail(third, 'a test')).toBe(true)
    const both = await Promise.all([
      ledger.restart(first, 'p', [first.cluster ?? '']),
      another().restart(second, 'p', [second.cluster ?? '']),
    ])
    expect(both.filter(each => each === 'cluster-taken')).toHaveLength(1)
    expect(both.filter(each => each !== 'cluster-taken' && each?.status === 'pending')).toHaveLength(1)
  })
})

describe('requeueing', () => {
  const wait = { choose: () => ({ kind: 'wait', grounds: GROUNDS }) as const }

  /** Two waiting claims, of which a process has acquired the first. */
  async function takenUp() {
    const { ledger } = await testLedger()
    const [first, second] = [await arrive(ledger, 'ga-1'), await arrive(ledger, 'ga-2')]
    for (const claim of [first, second])
      await decide(ledger, claim, { slot: await slotOf(ledger, claim.tenant), ...wait })
    const [seen, behind] = await ledger.listWaiting('aws', 2)
    const mine = seen && (await ledger.acquire(seen, 'p2'))
    if (!mine || !behind) throw new Error('not taken up')
    return { ledger, first, second, mine, behind }
  }

  test('returns a claim to its old position, and ignores late calls for it', async () => {
    const { ledger, first, second, mine, behind } = await takenUp()
    expect(mine).toMatchObject({ id: first.id, queuedAt: expect.any(Number), intentAt: null })
    expect(await ledger.requeue(mine, 'too early')).toBe(false)
    const shared = take(pickOf('a', { outcome: 'shared' }))
    expect(await decide(ledger, mine, shared)).toMatchObject({ claim: { intentAt: expect.any(Number) } })
    expect(await ledger.requeue({ ...mine, token: 1n }, 'not mine')).toBe(false)
    expect(await ledger.requeue(mine, 'Waits again.')).toBe(true)
    const back = {
      status: 'waiting',
      isUnleased: true,
      account: null,
      outcome: null,
      binding: null,
      queuedAt: mine.queuedAt,
    }
    expect(await ledger.get(first.id)).toMatchObject({ ...back, poolKey: 'aws', message: 'Waits again.' })
    expect(await ledger.position(behind)).toBe(2)
    expect((await ledger.listWaiting('aws', 2)).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await decide(ledger, mine, shared)).toEqual({ kind: 'lost' })
  })

  test('keeps the position of an acquired claim until it has its account', async () => {
    const { ledger, first, second, mine, behind } = await takenUp()
    const question = { slot: slotKey('ga-3'), poolKey: 'aws', accounts: [], clusters: [] }
    await decide(ledger, mine, take(pickOf('a', { outcome: 'shared' })))
    expect(await ledger.position(behind)).toBe(2)
    expect(await ledger.listWaiting('aws', 2)).toMatchObject([
      { id: first.id, status: 'intent', isUnleased: false },
      { id: second.id, status: 'waiting' },
    ])
    expect(await ledger.previewFacts(question)).toMatchObject({ ahead: 2 })
    // The outcome is unknown.
    await ledger.releaseLease(mine)
    expect(await ledger.position(behind)).toBe(2)
    expect(await ledger.listWaiting('aws', 2)).toMatchObject([{ id: first.id, isUnleased: true }, { id: second.id }])
    const again = await ledger.acquire(mine, 'p3')
    if (!again) throw new Error('not taken up')
    await ledger.confirm(again, 1, null)
    expect(await ledger.position(behind)).toBe(1)
    expect((await ledger.listWaiting('aws', 2)).map(({ id }) => id)).toEqual([second.id])
    expect(await ledger.previewFacts(question)).toMatchObject({ ahead: 1 })
  })

  test('is not needed for a waiting claim, which fails only while it is acquired', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    await decide(ledger, claim, { slot: await slotOf(ledger), ...wait })
    expect(await ledger.fail(claim, 'too late')).toBe(false)
    const [seen] = await ledger.listWaiting('aws', 1)
    const mine = seen && (await ledger.acquire(seen, 'p2'))
    if (!mine) throw new Error('not taken up')
    expect(await ledger.fail(mine, 'It cannot be.')).toBe(true)
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'failed', queuedAt: null, isUnleased: true })
  })

  test('refuses a claim that never waited, or failed since', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a', {}, 'intent')
    expect(await ledger.requeue(claim, 'never')).toBe(false)
    const waiting = await arrive(ledger, 'ga-2')
    await decide(ledger, waiting, { slot: await slotOf(ledger, 'ga-2'), ...wait })
    const [seen] = await ledger.listWaiting('aws', 1)
    const mine = seen && (await ledger.acquire(seen, 'p2'))
    if (!mine) throw new Error('not taken up')
    await decide(ledger, mine, take(pickOf('b', { outcome: 'shared' }), SHARED))
    expect(await ledger.fail(mine, 'It cannot be.')).toBe(true)
    expect(await ledger.get(mine.id)).toMatchObject({ status: 'failed', queuedAt: null })
  })
})

describe('releasing', () => {
  test('makes an acknowledged claim releasing, and a waiting one released', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const releasing = await ledger.beginRelease(claim.id, 'p1', 43n)
    expect(releasing).toMatchObject({ status: 'releasing', isUnleased: false, auditSeq: 43n, message: null })
    expect(await ledger.beginRelease(claim.id, 'p2', 43n)).toBeNull()
    expect(await ledger.listReleasing(10)).toEqual([])
    if (releasing) await ledger.releaseLease(releasing)
    expect((await ledger.listReleasing(10)).map(({ id }) => id)).toEqual([claim.id])

    const waiting = await arrive(ledger)
    expect(await ledger.beginRelease(waiting.id, 'p1', 43n)).toBeNull()
    const slot = await slotOf(ledger)
    await decide(ledger, waiting, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    const over = { status: 'released', isUnleased: true, message: 'It had no account.' }
    expect(await ledger.beginRelease(waiting.id, 'p1', 43n)).toMatchObject(over)
    expect(await ledger.beginRelease('unknown', 'p1', 43n)).toBeNull()
  })
})

describe('ending a waiting claim', () => {
  const END = { cause: 'cancelled', message: 'Cancelled by Olga: a test', audit: 43n } as const

  test('releases it with the cause, also while another process has its lease', async () => {
    const { ledger } = await testLedger()
    const waiting = await arrive(ledger)
    expect(await ledger.endWaiting(waiting.id, END)).toBeNull()
    const slot = await slotOf(ledger)
    await decide(ledger, waiting, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    const seen = await ledger.get(waiting.id)
    const mine = seen && (await ledger.acquire(seen, 'p2'))
    if (!mine) throw new Error('The claim is free.')
    const over = { status: 'released', cause: 'cancelled', message: END.message, auditSeq: 43n, isUnleased: true }
    expect(await ledger.endWaiting(waiting.id, END)).toMatchObject({
      ...over,
      reservedAt: null,
      token: mine.token + 1n,
    })
    expect(await decide(ledger, mine, { slot, ...take(pickOf('a')) })).toEqual({ kind: 'lost' })
    expect(await ledger.fail(mine, 'late')).toBe(false)
    expect(await ledger.get(waiting.id)).toMatchObject(over)
    expect(await ledger.endWaiting(waiting.id, END)).toBeNull()
    expect(await ledger.endWaiting('unknown', END)).toBeNull()
  })

  test.each(['intent', 'reserved'] as const)('leaves a claim that is %s', async status => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a', {}, status)
    expect(await ledger.endWaiting(claim.id, END)).toBeNull()
    expect(await ledger.get(claim.id)).toMatchObject({ status, cause: null, binding: { name: 'a' } })
  })
})

describe('listing', () => {
  test('returns interrupted claims without a lease', async () => {
    const { ledger, expire } = await testLedger()
    const intent = await taken(ledger, 'a', {}, 'intent')
    await taken(ledger, 'b', {}, 'reserved', 'ga-2')
    expect(await ledger.listInterrupted(10)).toEqual([])
    await expire()
    const pending = await arrive(ledger)
    await ledger.releaseLease(pending)
    expect((await ledger.listInterrupted(10)).map(({ id }) => id)).toEqual([intent.id, pending.id])
    expect(await ledger.listInterrupted(1)).toHaveLength(1)
  })

  test('puts claims with a failed attempt behind others', async () => {
    const { ledger } = await testLedger()
    const claims = [await arrive(ledger), await arrive(ledger)]
    for (const claim of claims) await ledger.releaseLease(claim)
    const [first] = await ledger.listInterrupted(1)
    const again = first && (await ledger.acquire(first, 'p2'))
    if (!again) throw new Error('it was not free')
    await ledger.releaseLease(again)
    const ids = claims.map(({ id }) => id)
    expect((await ledger.listInterrupted(10)).map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('alternates between pools, and keeps the order in each', async () => {
    const { ledger } = await testLedger()
    const claims = []
    for (const poolKey of ['aws', 'aws', 'aws', 'gcp']) {
      const claim = await arrive(ledger)
      const slot = await slotOf(ledger)
      await decide(ledger, claim, { slot, choose: () => ({ kind: 'wait', grounds: { ...GROUNDS, poolKey } }) })
      await ledger.releaseSlot(slot)
      claims.push(claim.id)
    }
    const [aws1, aws2, , gcp1] = claims
    expect((await ledger.listWaiting(null, 3)).map(({ id }) => id)).toEqual([aws1, gcp1, aws2])
  })

  test('returns waiting claims by ticket, with their position', async () => {
    const { ledger } = await testLedger()
    const claims = [await arrive(ledger), await arrive(ledger), await arrive(ledger)]
    const slot = await slotOf(ledger)
    for (const claim of claims.toReversed())
      await decide(ledger, claim, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    const waiting = await ledger.listWaiting('aws', 10)
    expect(waiting.map(({ id }) => id)).toEqual(claims.map(({ id }) => id))
    expect(await Promise.all(waiting.map(claim => ledger.position(claim)))).toEqual([1, 2, 3])
    expect(await ledger.listWaiting('gcp', 10)).toEqual([])
    expect(await ledger.listWaiting(null, 2)).toHaveLength(2)
  })

  test('a cluster belongs to one open claim', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const other = await taken(ledger, 'a', { outcome: 'reuse' })
    expect(await ledger.setCluster(claim.id, 'c-1', ['c-1'], 7n)).toEqual({ gaveWay: [] })
    expect(await ledger.setCluster(claim.id, 'c-1', ['c-1'], 7n)).toEqual({ gaveWay: [] })
    expect(await ledger.setCluster(other.id, 'c-1', ['c-1'], 7n)).toBe('cluster-taken')
    expect(await ledger.setCluster('unknown', 'c-2', ['c-2'], 7n)).toBe('missing')
    expect((await ledger.listExpected(10)).map(({ id }) => id)).toEqual([claim.id])
    expect(await ledger.activate([claim.id, 'unknown'], [], 8n)).toEqual({ active: 1, gaveWay: [] })
    expect(await ledger.activate([claim.id], [], 9n)).toEqual({ active: 0, gaveWay: [] })
    expect(await ledger.listExpected(10)).toEqual([])
    await ledger.beginRelease(claim.id, 'p1', 43n)
    expect(await ledger.setCluster(claim.id, 'c-3', ['c-3'], 7n)).toBe('over')
    expect(await ledger.setCluster(other.id, 'c-1', ['c-1'], 7n)).toEqual({ gaveWay: [] })
  })

  test('finds a claim by its key', async () => {
    const { ledger } = await testLedger()
    const { id, key } = await arrive(ledger)
    await arrive(ledger)
    expect(await ledger.list({ key, offset: 0, limit: 10 })).toMatchObject({ claims: [{ id }], total: 1 })
    expect(await ledger.list({ key: 'unknown', offset: 0, limit: 10 })).toEqual({ claims: [], total: 0 })
  })

  test('filters by tenant, pool and status, latest first', async () => {
    const { ledger } = await testLedger()
    const first = await taken(ledger, 'a')
    const second = await taken(ledger, 'a', { outcome: 'reuse' })
    await taken(ledger, 'b', {}, 'reserved', 'ga-2')
    const page = { offset: 0, limit: 10 }
    const ids = async (filter: object) => (await ledger.list({ ...page, ...filter })).claims.map(({ id }) => id)
    expect(await ids({ tenant: 'ga-1' })).toEqual([second.id, first.id])
    expect(await ids({ tenant: 'ga-1', statuses: ['intent'] })).toEqual([])
    expect(await ids({ poolKey: 'aws', statuses: ['reserved'], tenant: 'ga-1' })).toEqual([second.id, first.id])
    expect(await ledger.list({ offset: 1, limit: 1 })).toMatchObject({ claims: [{ id: second.id }], total: 3 })
  })
})
