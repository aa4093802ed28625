import { describe, expect, test } from 'vitest'
import type { Choice, Facts, Pick } from '#lib/store/claims/ledger.ts'
import { arrive, decide, factsFor, GROUNDS, pickOf, SHARED, slotKey, slotOf, take, taken } from '../ledger-kit.ts'
import { testLedger } from '../ledgers.ts'

describe('deciding', () => {
  test('reserves the pick with all its fields', async () => {
    const { ledger } = await testLedger()
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const verdict = await decide(ledger, claim, { slot, ...take(pickOf('a')) })
    expect(verdict).toMatchObject({
      kind: 'taken',
      claim: {
        status: 'intent',
        auditSeq: 42n,
        outcome: 'claim',
        account: 'Secret/garden/a',
        poolKey: 'aws',
        message: 'Claims a.',
      },
    })
    const confirmed = await ledger.confirm(claim, 3, slot)
    expect(confirmed).toMatchObject({ status: 'reserved', epoch: 3, isUnleased: true, binding: { name: 'a' } })
    expect(await ledger.acquireSlot(slotKey(), 'p2')).not.toBeNull()
    expect(await ledger.confirm(claim, 3, null)).toBeNull()
  })

  test('needs the lease of the claim and of the slot', async () => {
    const { ledger, expire } = await testLedger()
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    await expire()
    const later = await ledger.acquireSlot(slotKey(), 'p2')
    expect(later).not.toBeNull()
    expect(await decide(ledger, claim, { slot, ...take(pickOf('a')) })).toEqual({ kind: 'lost' })
    await ledger.acquire(claim, 'p2')
    expect(await decide(ledger, claim, { slot: later, ...take(pickOf('a')) })).toEqual({ kind: 'lost' })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'pending' })
  })

  test('skips an account of another tenant, or of the other use', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a', {}, 'reserved', 'ga-2')
    await taken(ledger, 's', { outcome: 'shared' })
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const passed = (account: string) => ({ kind: 'passed-over', account: `Secret/garden/${account}`, why: 'foreign' })
    expect(await decide(ledger, claim, { slot, ...take(pickOf('a')) })).toEqual(passed('a'))
    expect(await decide(ledger, claim, { slot, ...take(pickOf('s')) })).toEqual(passed('s'))
    expect(await decide(ledger, claim, take(pickOf('a', { outcome: 'shared' }), SHARED))).toEqual(passed('a'))
    expect(await decide(ledger, claim, { slot, ...take(pickOf('b')) })).toMatchObject({ kind: 'taken' })
  })

  test('skips an account that another tenant releases until that is done, and counts open claims', async () => {
    const { ledger } = await testLedger()
    const theirs = await taken(ledger, 'a', {}, 'reserved', 'ga-2')
    const back = await ledger.beginRelease(theirs.id, 'p1', 1n)
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const order = { slot, ...take(pickOf('a', { counted: 0, limit: 5 })) }
    expect(await decide(ledger, claim, order)).toMatchObject({ kind: 'passed-over', why: 'foreign' })
    await ledger.finishRelease({ id: theirs.id, token: back?.token ?? 0n }, 'It is done.')
    expect(await decide(ledger, claim, order)).toMatchObject({ kind: 'taken' })
  })

  test('requires the latest epochs of other bindings from ended claims before it takes an account', async () => {
    const { ledger } = await testLedger()
    const theirs = await taken(ledger, 'twin', { account: 'Secret/garden/a' }, 'reserved', 'ga-2')
    const back = await ledger.beginRelease(theirs.id, 'p1', 1n)
    await ledger.finishRelease({ id: theirs.id, token: back?.token ?? 0n }, 'Other clusters use the account.')
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const { uid: _, ...twin } = pickOf('twin').binding
    const knowing = (epoch: number, more: object = {}) =>
      decide(ledger, claim, { slot, ...take(pickOf('a', { siblings: [{ ...twin, epoch }], ...more })) })
    expect(await knowing(6)).toEqual({ kind: 'look', bindings: [{ ...twin, epoch: 7 }] })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'pending' })
    expect(await knowing(6, { account: 'Secret/garden/b' })).toMatchObject({ kind: 'taken' })
    expect(await knowing(7)).toMatchObject({ kind: 'taken' })
  })

  test('skips an account with more clusters than were counted', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a')
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const reuse = (counted: number) => take(pickOf('a', { outcome: 'reuse', counted, limit: 5 }))
    expect(await decide(ledger, claim, { slot, ...reuse(0) })).toMatchObject({ kind: 'passed-over', why: 'count' })
    expect(await decide(ledger, claim, { slot, ...reuse(1) })).toMatchObject({ kind: 'taken' })
  })

  test('releases the first pick when the claim is decided again', async () => {
    const { ledger } = await testLedger()
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    await decide(ledger, claim, { slot, ...take(pickOf('a')) })
    await decide(ledger, claim, { slot, ...take(pickOf('b')) })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'intent', account: 'Secret/garden/b' })
    await taken(ledger, 'a', {}, 'reserved', 'ga-2')
  })

  test('releases the lease of a waiting or refused claim', async () => {
    const { ledger } = await testLedger()
    const slot = await slotOf(ledger)
    const [first, second] = [await arrive(ledger), await arrive(ledger)]
    const settle = (kind: 'wait' | 'refuse') => ({ slot, choose: () => ({ kind, grounds: GROUNDS }) })
    expect(await decide(ledger, first, settle('wait'))).toMatchObject({ kind: 'waiting', claim: { isUnleased: true } })
    expect(await decide(ledger, second, settle('refuse'))).toMatchObject({
      kind: 'refused',
      claim: { isUnleased: true },
    })
    expect(await decide(ledger, second, settle('wait'))).toEqual({ kind: 'lost' })
  })

  test('simultaneous decisions for a shared pool count each other', async () => {
    const { ledger } = await testLedger()
    const accounts = ['a', 'b', 'c'].map(name => `Secret/garden/${name}`)
    const pick = (facts: Facts) => {
      const count = (account: string) => facts.counts.find(each => each.account === account)?.reserved ?? 0
      const [least = ''] = accounts.toSorted((a, b) => count(a) - count(b) || a.localeCompare(b))
      return pickOf(least.slice('Secret/garden/'.length), { outcome: 'shared' })
    }
    const claims = await Promise.all(Array.from({ length: 30 }, (_, n) => arrive(ledger, `ga-${n}`)))
    await Promise.all(
      claims.map(claim =>
        decide(ledger, claim, {
          question: { accounts },
          choose: facts => ({ kind: 'take', pick: pick(facts), grounds: SHARED }),
        }),
      ),
    )
    const { counts } = await factsFor(ledger, { question: { accounts } })
    expect(counts.map(({ reserved }) => reserved)).toEqual([10, 10, 10])
  })
})

describe('previewing', () => {
  test('returns the facts of the next decision, and locks nothing', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a')
    await taken(ledger, 'b', {}, 'intent')
    await taken(ledger, 'c', { outcome: 'reuse' }, 'reserved', 'ga-2')
    const fence = await ledger.acquireFence('Secret/garden/d', 'an operation')
    const waits = await arrive(ledger, 'ga-3')
    const slot = await slotOf(ledger, 'ga-3')
    await decide(ledger, waits, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    await ledger.releaseSlot(slot)
    const question = { slot: slotKey(), poolKey: 'aws', accounts: ['Secret/garden/c'], clusters: [] }
    const seen = await ledger.previewFacts(question)
    expect(seen).toMatchObject({ ahead: 1, fenced: ['Secret/garden/d'], beingTaken: ['Secret/garden/b'] })
    expect(seen.rivals).toHaveLength(1)

    const own = await slotOf(ledger)
    const decided = await factsFor(ledger, { slot: own, question })
    const sorted = ({ counts, given, ...facts }: Facts) => ({
      ...facts,
      counts: counts.toSorted((a, b) => a.account.localeCompare(b.account)),
      given: given.toSorted((a, b) => a.name.localeCompare(b.name)),
    })
    expect(sorted(seen)).toEqual(sorted(decided))
    expect(await ledger.previewFacts(question)).toMatchObject({ ahead: 1 })
    if (!('kind' in fence)) await ledger.releaseFence(fence)
  })

  test('reports accounts of others', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a', {}, 'reserved', 'ga-2')
    await taken(ledger, 's', { outcome: 'shared' })
    const isTaken = (name: string, outcome: Pick['outcome'], tenant: string) =>
      ledger.isTakenByOthers(pickOf(name, { outcome }), tenant)
    expect(await isTaken('a', 'claim', 'ga-1')).toBe(true)
    expect(await isTaken('a', 'reuse', 'ga-2')).toBe(false)
    expect(await isTaken('s', 'shared', 'ga-1')).toBe(false)
    expect(await isTaken('s', 'claim', 'ga-1')).toBe(true)
    expect(await isTaken('b', 'claim', 'ga-1')).toBe(false)
  })
})

describe('facts', () => {
  test('contain rivals, selected bindings with their latest epoch, and accounts being taken', async () => {
    const { ledger } = await testLedger()
    const given = await taken(ledger, 'a')
    await taken(ledger, 'a', { outcome: 'reuse' })
    const rival = await taken(ledger, 'b', {}, 'intent')
    await taken(ledger, 'c', {}, 'intent', 'ga-2')
    const facts = await factsFor(ledger, { slot: await slotOf(ledger) })
    expect(facts.rivals).toEqual([rival.id])
    expect(facts.given).toEqual([{ ...given.binding, account: given.account, epoch: 7, mayLand: false }])
    expect(facts.beingTaken.toSorted()).toEqual(['Secret/garden/b', 'Secret/garden/c'])
  })

  test('count the open claims of an account except the deciding one', async () => {
    const { ledger } = await testLedger()
    const active = await taken(ledger, 'a')
    await ledger.setCluster(active.id, 'c-1', ['c-1'], 7n)
    await ledger.activate([active.id], [], 8n)
    const named = await taken(ledger, 'a', { outcome: 'reuse' })
    await ledger.setCluster(named.id, 'c-2', ['c-2'], 7n)
    const released = await taken(ledger, 'a', { outcome: 'reuse' })
    await ledger.beginRelease(released.id, 'p1', 43n)
    await taken(ledger, 'a', { outcome: 'reuse' }, 'intent')
    const slot = await slotOf(ledger)
    // The account is counted because the slot has claims on it, without being listed in the question.
    const { counts } = await factsFor(ledger, { slot, question: { clusters: ['c-1', 'c-9'] } })
    expect(counts).toEqual([{ account: 'Secret/garden/a', active: 1, reserved: 2, registered: ['c-1'] }])
  })

  test('count the claims ahead', async () => {
    const { ledger } = await testLedger()
    const early = await arrive(ledger, 'ga-8')
    const waiting = await arrive(ledger, 'ga-9')
    const slot = await slotOf(ledger, 'ga-9')
    await decide(ledger, waiting, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    expect(await factsFor(ledger, { slot: await slotOf(ledger) })).toMatchObject({ ahead: 1 })
    const asked: number[] = []
    const choose = (facts: Facts): Choice => {
      asked.push(facts.ahead)
      return { kind: 'look', bindings: [] }
    }
    await decide(ledger, early, { slot: await slotOf(ledger, 'ga-8'), choose })
    expect(asked).toEqual([0])
  })

  test('include recently released bindings, as a cache may not show them yet', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const given = await ledger.beginRelease(claim.id, 'p1', 43n)
    if (!given) throw new Error('not releasing')
    expect(await ledger.finishRelease(given, 'done')).toBe(true)
    expect(await factsFor(ledger, { slot: await slotOf(ledger) })).toMatchObject({ given: [{ name: 'a', epoch: 7 }] })
  })
})
