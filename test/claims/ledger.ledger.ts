import { describe, expect, test } from 'vitest'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { Choice, Facts, Grounds, Ledger, Pick, Question, Verdict } from '#lib/store/claims/ledger.ts'
import type { SlotLease } from '#lib/store/slots/tenant-slot.ts'
import { testLedger } from './ledgers.ts'

const GROUNDS: Grounds = {
  poolKey: 'aws',
  hyperscalerType: 'aws',
  euAccess: false,
  selector: 'hyperscalerType=aws',
  rulesRevision: 'r1',
  settingsVersion: null,
  reasoning: { why: 'a test' },
  message: 'Claims a.',
}
const SHARED: Grounds = { ...GROUNDS, poolKey: 'aws~shared' }
const GIVE_UP_MS = 5_000

let keys = 0

async function arrive(ledger: Ledger, tenant = 'ga-1', holder = 'p1'): Promise<ClaimRecord> {
  const key = `key-${++keys}`
  const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: tenant }
  const arrival = { id: `claim-${key}`, key, requestHash: 'h', request, cluster: null, actor: 'olga', requestId: null }
  return (await ledger.arrive(arrival, holder)).claim
}

const slotKey = (tenant = 'ga-1') => ({ tenant, hyperscalerType: 'aws', euAccess: false })

async function slotOf(ledger: Ledger, tenant = 'ga-1'): Promise<SlotLease> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const slot = await ledger.takeSlot(slotKey(tenant), 'p1')
    if (slot) return slot
    if (performance.now() > end) throw new Error('the slot is not free')
  }
}

function pickOf(name: string, more: Partial<Pick> = {}): Pick {
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name } as const
  return { outcome: 'claim', binding, account: `Secret/garden/${name}`, counted: null, limit: null, ...more }
}

interface Decision {
  readonly slot?: SlotLease | null
  readonly question?: Partial<Question>
  readonly choose: (facts: Facts) => Choice
}

function decide(
  ledger: Ledger,
  { id, token }: ClaimRecord,
  { slot = null, question, choose }: Decision,
): Promise<Verdict> {
  const asked = {
    slot: slot?.key ?? null,
    poolKey: slot ? 'aws' : 'aws~shared',
    accounts: [],
    clusters: [],
    ...question,
  }
  return ledger.decide({ lease: { id, token }, slot, question: asked, audit: 42n, choose })
}

const take = (pick: Pick, grounds = GROUNDS) => ({ choose: () => ({ kind: 'take', pick, grounds }) as const })

/** A claim that took a binding, confirmed unless `as` says otherwise. */
async function taken(ledger: Ledger, name: string, more: Partial<Pick> = {}, as = 'reserved', tenant = 'ga-1') {
  const claim = await arrive(ledger, tenant)
  const isShared = more.outcome === 'shared'
  const slot = isShared ? null : await slotOf(ledger, tenant)
  const verdict = await decide(ledger, claim, { slot, ...take(pickOf(name, more), isShared ? SHARED : GROUNDS) })
  if (verdict.kind !== 'taken') throw new Error(`not taken: ${JSON.stringify(verdict)}`)
  if (as === 'intent') {
    if (slot) await ledger.leaveSlot(slot)
    return verdict.claim
  }
  const confirmed = await ledger.confirm(verdict.claim, 7, slot)
  if (!confirmed) throw new Error('not confirmed')
  return confirmed
}

/** What a decision is told. */
async function factsFor(ledger: Ledger, decision: Omit<Decision, 'choose'> = {}, tenant = 'ga-1'): Promise<Facts> {
  const seen: Facts[] = []
  const claim = await arrive(ledger, tenant)
  await decide(ledger, claim, {
    ...decision,
    choose: facts => {
      seen.push(facts)
      return { kind: 'look', bindings: [] }
    },
  })
  const facts = seen.at(-1)
  if (!facts) throw new Error('nothing was asked')
  return facts
}

describe('arriving', () => {
  test('once per key, leased to whoever was first', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    expect(claim).toMatchObject({ status: 'pending', isFree: false, tenant: 'ga-1', token: 1n, cluster: null })
    const arrival = { ...claim, id: 'another', actor: 'olga', requestId: null }
    expect(await ledger.arrive(arrival, 'p2')).toEqual({ claim, isNew: false })
    expect(await ledger.get(claim.id)).toEqual(claim)
    expect(await ledger.get('another')).toBeNull()
  })

  test('of many at once with one key one is new', async () => {
    const { ledger } = await testLedger()
    const { request } = await arrive(ledger)
    const many = Array.from({ length: 12 }, (_, n) =>
      ledger.arrive(
        { id: `c-${n}`, key: 'k', requestHash: 'h', request, cluster: null, actor: 'o', requestId: null },
        'p',
      ),
    )
    const results = await Promise.all(many)
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(results.map(({ claim }) => claim.id)).size).toBe(1)
  })

  test('tickets grow', async () => {
    const { ledger } = await testLedger()
    const [first, second] = [await arrive(ledger), await arrive(ledger)]
    expect(second.ticket > first.ticket).toBe(true)
  })
})

describe('taking up', () => {
  test('only what nobody works on, and only as it was seen', async () => {
    const { ledger, expire } = await testLedger()
    const claim = await arrive(ledger)
    expect(await ledger.takeUp(claim, 'p2')).toBeNull()
    await expire()
    const taken = await ledger.takeUp(claim, 'p2')
    expect(taken).toMatchObject({ token: 2n, isFree: false, status: 'pending' })
    await expire()
    expect(await ledger.takeUp(claim, 'p3')).toBeNull()
    expect(await ledger.fail(claim, 'too late')).toBe(false)
  })

  test('a claim that was put down at once, one that failed begins anew', async () => {
    const { ledger } = await testLedger()
    const claim = await arrive(ledger)
    await ledger.putDown(claim)
    const again = await ledger.takeUp(claim, 'p2')
    if (!again) throw new Error('not taken up')
    expect(await ledger.fail(again, 'It was interrupted.')).toBe(true)
    const failed = await ledger.get(claim.id)
    expect(failed).toMatchObject({ status: 'failed', isFree: true, message: 'It was interrupted.' })
    if (failed) expect(await ledger.takeUp(failed, 'p1')).toMatchObject({ status: 'pending', token: 3n })
  })
})

describe('deciding', () => {
  test('reserves with everything that was picked', async () => {
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
    expect(confirmed).toMatchObject({ status: 'reserved', epoch: 3, isFree: true, binding: { name: 'a' } })
    expect(await ledger.takeSlot(slotKey(), 'p2')).not.toBeNull()
    expect(await ledger.confirm(claim, 3, null)).toBeNull()
  })

  test('needs the claim and the slot', async () => {
    const { ledger, expire } = await testLedger()
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    await expire()
    const later = await ledger.takeSlot(slotKey(), 'p2')
    expect(later).not.toBeNull()
    expect(await decide(ledger, claim, { slot, ...take(pickOf('a')) })).toEqual({ kind: 'lost' })
    await ledger.takeUp(claim, 'p2')
    expect(await decide(ledger, claim, { slot: later, ...take(pickOf('a')) })).toEqual({ kind: 'lost' })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'pending' })
  })

  test('an account that another tenant has is passed over, and so is one in the other use', async () => {
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

  test('an account that another tenant gives back is passed over until that is done, and its count is of open claims', async () => {
    const { ledger } = await testLedger()
    const theirs = await taken(ledger, 'a', {}, 'reserved', 'ga-2')
    const back = await ledger.giveBack(theirs.id, 'p1', 1n)
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const order = { slot, ...take(pickOf('a', { counted: 0, limit: 5 })) }
    expect(await decide(ledger, claim, order)).toMatchObject({ kind: 'passed-over', why: 'foreign' })
    await ledger.release({ id: theirs.id, token: back?.token ?? 0n }, 'It is done.')
    expect(await decide(ledger, claim, order)).toMatchObject({ kind: 'taken' })
  })

  test('an account with more clusters than were counted is passed over', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a')
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    const reuse = (counted: number) => take(pickOf('a', { outcome: 'reuse', counted, limit: 5 }))
    expect(await decide(ledger, claim, { slot, ...reuse(0) })).toMatchObject({ kind: 'passed-over', why: 'count' })
    expect(await decide(ledger, claim, { slot, ...reuse(1) })).toMatchObject({ kind: 'taken' })
  })

  test('a decision made anew lets the first pick go', async () => {
    const { ledger } = await testLedger()
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    await decide(ledger, claim, { slot, ...take(pickOf('a')) })
    await decide(ledger, claim, { slot, ...take(pickOf('b')) })
    expect(await ledger.get(claim.id)).toMatchObject({ status: 'intent', account: 'Secret/garden/b' })
    await taken(ledger, 'a', {}, 'reserved', 'ga-2')
  })

  test('a claim that waits or is refused is nobody’s work', async () => {
    const { ledger } = await testLedger()
    const slot = await slotOf(ledger)
    const [first, second] = [await arrive(ledger), await arrive(ledger)]
    const settle = (kind: 'wait' | 'refuse') => ({ slot, choose: () => ({ kind, grounds: GROUNDS }) })
    expect(await decide(ledger, first, settle('wait'))).toMatchObject({ kind: 'waiting', claim: { isFree: true } })
    expect(await decide(ledger, second, settle('refuse'))).toMatchObject({ kind: 'refused', claim: { isFree: true } })
    expect(await decide(ledger, second, settle('wait'))).toEqual({ kind: 'lost' })
  })

  test('many at once for one shared pool see each other', async () => {
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

describe('who only looks', () => {
  test('sees what a claim that comes next is decided by, and keeps nobody from anything', async () => {
    const { ledger } = await testLedger()
    await taken(ledger, 'a')
    await taken(ledger, 'b', {}, 'intent')
    await taken(ledger, 'c', { outcome: 'reuse' }, 'reserved', 'ga-2')
    const fence = await ledger.fence('Secret/garden/d', 'an operation')
    const waits = await arrive(ledger, 'ga-3')
    const slot = await slotOf(ledger, 'ga-3')
    await decide(ledger, waits, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    await ledger.leaveSlot(slot)
    const question = { slot: slotKey(), poolKey: 'aws', accounts: ['Secret/garden/c'], clusters: [] }
    const seen = await ledger.look(question)
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
    expect(await ledger.look(question)).toMatchObject({ ahead: 1 })
    if (!('kind' in fence)) await ledger.leaveFence(fence)
  })

  test('sees on which accounts others are', async () => {
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
  test('name rivals, given bindings with their latest epoch, and what is being taken', async () => {
    const { ledger } = await testLedger()
    const given = await taken(ledger, 'a')
    await taken(ledger, 'a', { outcome: 'reuse' })
    const rival = await taken(ledger, 'b', {}, 'intent')
    await taken(ledger, 'c', {}, 'intent', 'ga-2')
    const facts = await factsFor(ledger, { slot: await slotOf(ledger) })
    expect(facts.rivals).toEqual([rival.id])
    expect(facts.given).toEqual([{ ...given.binding, epoch: 7 }])
    expect(facts.beingTaken.toSorted()).toEqual(['Secret/garden/b', 'Secret/garden/c'])
  })

  test('count every open claim of an account but the one that asks', async () => {
    const { ledger } = await testLedger()
    const active = await taken(ledger, 'a')
    await ledger.setCluster(active.id, 'c-1', ['c-1'])
    await ledger.activate([active.id], [])
    const named = await taken(ledger, 'a', { outcome: 'reuse' })
    await ledger.setCluster(named.id, 'c-2', ['c-2'])
    const released = await taken(ledger, 'a', { outcome: 'reuse' })
    await ledger.giveBack(released.id, 'p1', 43n)
    await taken(ledger, 'a', { outcome: 'reuse' }, 'intent')
    const slot = await slotOf(ledger)
    // The account is counted because the slot has claims on it, without being asked for.
    const { counts } = await factsFor(ledger, { slot, question: { clusters: ['c-1', 'c-9'] } })
    expect(counts).toEqual([{ account: 'Secret/garden/a', active: 1, reserved: 2, registered: ['c-1'] }])
  })

  test('count who waits ahead', async () => {
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

  test('keep what was given back lately, since a cache may not show it yet', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const given = await ledger.giveBack(claim.id, 'p1', 43n)
    if (!given) throw new Error('not given back')
    expect(await ledger.release(given, 'done')).toBe(true)
    expect(await factsFor(ledger, { slot: await slotOf(ledger) })).toMatchObject({ given: [{ name: 'a', epoch: 7 }] })
  })
})

describe('an account that is fenced', () => {
  test('is passed over, and shown as fenced, until the fence is left or has run out', async () => {
    const { ledger, expire } = await testLedger()
    const account = 'Secret/garden/a'
    const fence = await ledger.fence(account, 'p1')
    if ('kind' in fence) throw new Error('not fenced')
    expect(await ledger.fence(account, 'p2')).toEqual({ kind: 'busy' })
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    expect(await decide(ledger, claim, { slot, ...take(pickOf('a')) })).toMatchObject({
      kind: 'passed-over',
      why: 'fenced',
    })
    expect((await factsFor(ledger, { slot })).fenced).toEqual([account])
    expect(await ledger.holdsFence(fence)).toBe(true)
    await expire()
    expect(await ledger.holdsFence(fence)).toBe(false)
    const second = await ledger.fence(account, 'p2')
    if ('kind' in second) throw new Error('not fenced')
    await ledger.leaveFence(fence)
    expect(await ledger.holdsFence(second)).toBe(true)
    await ledger.leaveFence(second)
    expect((await factsFor(ledger, { slot: await slotOf(ledger) })).fenced).toEqual([])
  })

  test.each(['intent', 'reserved'])('cannot have a claim that is %s', async as => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a', {}, as)
    expect(await ledger.fence('Secret/garden/a', 'p1')).toEqual({ kind: 'claimed', claims: [claim.id] })
  })

  test('may have claims that were given back', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    await ledger.giveBack(claim.id, 'p1', 43n)
    expect(await ledger.fence('Secret/garden/a', 'p1')).toHaveProperty('token')
  })

  test('either has a claim or a fence, however they race', async () => {
    const { ledger } = await testLedger()
    for (let round = 0; round < 20; round++) {
      const name = `r-${round}`
      const slot = await slotOf(ledger, name)
      const claim = await arrive(ledger, name)
      const [verdict, fence] = await Promise.all([
        decide(ledger, claim, { slot, ...take(pickOf(name)) }),
        ledger.fence(`Secret/garden/${name}`, 'p2'),
      ])
      expect([verdict.kind === 'taken', 'token' in fence].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('giving back', () => {
  test('what is acknowledged is dealt with, what waits is over', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const releasing = await ledger.giveBack(claim.id, 'p1', 43n)
    expect(releasing).toMatchObject({ status: 'releasing', isFree: false, auditSeq: 43n })
    expect(await ledger.giveBack(claim.id, 'p2', 43n)).toBeNull()
    expect(await ledger.releasing(10)).toEqual([])
    if (releasing) await ledger.putDown(releasing)
    expect((await ledger.releasing(10)).map(({ id }) => id)).toEqual([claim.id])

    const waiting = await arrive(ledger)
    expect(await ledger.giveBack(waiting.id, 'p1', 43n)).toBeNull()
    const slot = await slotOf(ledger)
    await decide(ledger, waiting, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    expect(await ledger.giveBack(waiting.id, 'p1', 43n)).toMatchObject({ status: 'released', isFree: true })
    expect(await ledger.giveBack('nobody', 'p1', 43n)).toBeNull()
  })
})

describe('looking for work', () => {
  test('interrupted claims are those nobody works on', async () => {
    const { ledger, expire } = await testLedger()
    const intent = await taken(ledger, 'a', {}, 'intent')
    await taken(ledger, 'b', {}, 'reserved', 'ga-2')
    expect(await ledger.interrupted(10)).toEqual([])
    await expire()
    const pending = await arrive(ledger)
    await ledger.putDown(pending)
    expect((await ledger.interrupted(10)).map(({ id }) => id)).toEqual([intent.id, pending.id])
    expect(await ledger.interrupted(1)).toHaveLength(1)
  })

  test('waiting claims come by ticket, with their place', async () => {
    const { ledger } = await testLedger()
    const claims = [await arrive(ledger), await arrive(ledger), await arrive(ledger)]
    const slot = await slotOf(ledger)
    for (const claim of claims.toReversed())
      await decide(ledger, claim, { slot, choose: () => ({ kind: 'wait', grounds: GROUNDS }) })
    const waiting = await ledger.waiting('aws', 10)
    expect(waiting.map(({ id }) => id)).toEqual(claims.map(({ id }) => id))
    expect(await Promise.all(waiting.map(claim => ledger.position(claim)))).toEqual([1, 2, 3])
    expect(await ledger.waiting('gcp', 10)).toEqual([])
    expect(await ledger.waiting(null, 2)).toHaveLength(2)
  })

  test('a cluster belongs to one open claim', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    const other = await taken(ledger, 'a', { outcome: 'reuse' })
    expect(await ledger.setCluster(claim.id, 'c-1', ['c-1'])).toBe('done')
    expect(await ledger.setCluster(claim.id, 'c-1', ['c-1'])).toBe('done')
    expect(await ledger.setCluster(other.id, 'c-1', ['c-1'])).toBe('taken')
    expect(await ledger.setCluster('nobody', 'c-2', ['c-2'])).toBe('missing')
    expect((await ledger.expected(10)).map(({ id }) => id)).toEqual([claim.id])
    await ledger.activate([claim.id], [])
    expect(await ledger.expected(10)).toEqual([])
    await ledger.giveBack(claim.id, 'p1', 43n)
    expect(await ledger.setCluster(claim.id, 'c-3', ['c-3'])).toBe('over')
    expect(await ledger.setCluster(other.id, 'c-1', ['c-1'])).toBe('done')
  })

  test('lists are by tenant, pool and status, latest first', async () => {
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
