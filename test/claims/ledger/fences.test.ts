import { describe, expect, test } from 'vitest'
import { arrive, decide, factsFor, pickOf, slotOf, take, taken } from '../ledger-kit.ts'
import { testLedger } from '../ledgers.ts'

describe('a fenced account', () => {
  test('is skipped and listed as fenced until the fence is released or expires', async () => {
    const { ledger, expire } = await testLedger()
    const account = 'Secret/garden/a'
    const fence = await ledger.acquireFence(account, 'p1')
    if ('kind' in fence) throw new Error('not fenced')
    expect(await ledger.acquireFence(account, 'p2')).toEqual({ kind: 'busy' })
    const slot = await slotOf(ledger)
    const claim = await arrive(ledger)
    expect(await decide(ledger, claim, { slot, ...take(pickOf('a')) })).toMatchObject({
      kind: 'passed-over',
      why: 'fenced',
    })
    expect((await factsFor(ledger, { slot })).fenced).toEqual([account])
    expect(await ledger.renewFence(fence)).toBe(true)
    await expire()
    expect(await ledger.renewFence(fence)).toBe(false)
    const second = await ledger.acquireFence(account, 'p2')
    if ('kind' in second) throw new Error('not fenced')
    await ledger.releaseFence(fence)
    expect(await ledger.renewFence(second)).toBe(true)
    await ledger.releaseFence(second)
    expect((await factsFor(ledger, { slot: await slotOf(ledger) })).fenced).toEqual([])
  })

  test.each(['intent', 'reserved'])('cannot be fenced while a claim on it is %s', async as => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a', {}, as)
    expect(await ledger.acquireFence('Secret/garden/a', 'p1')).toEqual({ kind: 'claimed', claims: [claim.id] })
  })

  test('may have claims that are being released', async () => {
    const { ledger } = await testLedger()
    const claim = await taken(ledger, 'a')
    await ledger.beginRelease(claim.id, 'p1', 43n)
    expect(await ledger.acquireFence('Secret/garden/a', 'p1')).toHaveProperty('token')
  })

  test('has either a claim or a fence when both race', async () => {
    const { ledger } = await testLedger()
    for (let round = 0; round < 20; round++) {
      const name = `r-${round}`
      const slot = await slotOf(ledger, name)
      const claim = await arrive(ledger, name)
      const [verdict, fence] = await Promise.all([
        decide(ledger, claim, { slot, ...take(pickOf(name)) }),
        ledger.acquireFence(`Secret/garden/${name}`, 'p2'),
      ])
      expect([verdict.kind === 'taken', 'token' in fence].filter(Boolean)).toHaveLength(1)
    }
  })
})
