import { describe, expect, test } from 'vitest'
import type { Facts, Ledger } from '#lib/store/claims/ledger.ts'
import { arrive, decide, GROUNDS, pickOf, slotOf, take } from '../ledger-kit.ts'
import { testLedger } from '../ledgers.ts'

const TENANTS = Array.from({ length: 10 }, (_, n) => `ga-${n}`)

/** A claim of each tenant with its slot, all of which arrived simultaneously. */
function allAtOnce(ledger: Ledger) {
  return Promise.all(
    TENANTS.map(async (tenant, n) => ({ n, claim: await arrive(ledger, tenant), slot: await slotOf(ledger, tenant) })),
  )
}

describe('simultaneous decisions', () => {
  test('take different accounts, as each sees those before it', async () => {
    const { ledger } = await testLedger()
    const free = (facts: Facts) => TENANTS.find(name => !facts.beingTaken.includes(pickOf(name).account)) ?? ''
    const all = await allAtOnce(ledger)
    const verdicts = await Promise.all(
      all.map(({ claim, slot }) =>
        decide(ledger, claim, {
          slot,
          choose: facts => ({ kind: 'take', pick: pickOf(free(facts)), grounds: GROUNDS }),
        }),
      ),
    )
    expect(verdicts.map(({ kind }) => kind)).toEqual(TENANTS.map(() => 'taken'))
    const confirmed = await Promise.all(all.map(({ claim, slot }) => ledger.confirm(claim, 1, slot)))
    expect(confirmed.map(claim => claim?.id)).toEqual(all.map(({ claim }) => claim.id))
    expect(new Set(confirmed.map(claim => claim?.account)).size).toBe(TENANTS.length)
  })

  test('for the same account: one takes it', async () => {
    const { ledger } = await testLedger()
    const all = await allAtOnce(ledger)
    const verdicts = await Promise.all(
      all.map(({ claim, slot }) => decide(ledger, claim, { slot, ...take(pickOf('a', { counted: 0 })) })),
    )
    expect(verdicts.filter(({ kind }) => kind === 'taken')).toHaveLength(1)
    expect(verdicts.filter(({ kind }) => kind === 'passed-over')).toHaveLength(TENANTS.length - 1)
  })

  test('return each claim its own verdict', async () => {
    const { ledger } = await testLedger()
    const all = await allAtOnce(ledger)
    const choices = [
      { kind: 'wait', grounds: GROUNDS },
      { kind: 'refuse', grounds: GROUNDS },
      { kind: 'busy' },
      { kind: 'look', bindings: 'pool' },
    ] as const
    const answers = ['waiting', 'refused', 'busy', 'look']
    const verdicts = await Promise.all(
      all.map(({ n, claim, slot }) => {
        const lost = n === 9 ? { ...claim, token: 7n } : claim
        const choice = choices[n]
        return decide(ledger, lost, { slot, choose: choice ? () => choice : take(pickOf(`own-${n}`)).choose })
      }),
    )
    expect(verdicts.map(({ kind }) => kind)).toEqual([...answers, ...TENANTS.slice(5).map(() => 'taken'), 'lost'])
  })

  test('are confirmed except those whose lease is lost', async () => {
    const { ledger } = await testLedger()
    const all = await allAtOnce(ledger)
    await Promise.all(all.map(({ n, claim, slot }) => decide(ledger, claim, { slot, ...take(pickOf(`own-${n}`)) })))
    const confirmed = await Promise.all(
      all.map(({ n, claim, slot }) => ledger.confirm({ ...claim, token: n < 5 ? claim.token : 7n }, 3, slot)),
    )
    expect(confirmed.map(claim => claim?.status ?? null)).toEqual(TENANTS.map((_, n) => (n < 5 ? 'reserved' : null)))
  })

  test('succeed when one of them throws', async () => {
    const { ledger } = await testLedger()
    const all = await allAtOnce(ledger)
    const broken = () => {
      throw new Error('This decision is broken.')
    }
    const results = await Promise.allSettled(
      all.map(({ n, claim, slot }) =>
        decide(ledger, claim, { slot, choose: n === 3 ? broken : take(pickOf(`own-${n}`)).choose }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(TENANTS.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')))
  })
})
