import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { memoryWorld, OLGA } from '../memory-world.ts'
import { awsRequest, testRules } from '../schedules/test-rules.ts'

const KEB = policyOf('keb')
const TENANTS = ['t-1', 't-2', 't-3', 't-4'] as const

const anyStep = fc.record({
  tenant: fc.constantFrom(...TENANTS),
  /** A release picks one of the tenant’s claims, if it has any. */
  what: fc.oneof({ arbitrary: fc.constant('claim'), weight: 2 }, { arbitrary: fc.constant('release'), weight: 1 }),
  which: fc.nat(9),
})

test('an unmodified KEB selects the account of the tenant’s claim, and never one of another tenant or a released one', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(anyStep, { maxLength: 14 }), async (accounts, steps) => {
      const world = memoryWorld()
      for (let n = 0; n < accounts; n++) world.add(`b-${n}`)
      const { selection } = testRules()
      let key = 0
      for (const { tenant, what, which } of steps) {
        const { claims } = await world.service.list({ tenant, offset: 0, limit: 100 })
        const open = claims.filter(({ status }) => ['reserved', 'active', 'waiting'].includes(status))
        if (what === 'claim') await world.claim(tenant, `k-${key++}`)
        else if (open.length > 0) await world.service.release(open[which % open.length]?.id ?? '', OLGA)
        await world.pass(2)
        for (const each of TENANTS) {
          const its = (await world.service.list({ tenant: each, offset: 0, limit: 100 })).claims
          const holds = new Set(its.flatMap(({ status, account }) => (status === 'reserved' ? (account ?? []) : [])))
          const inventory = { bindings: world.inventory.pools, usage: world.inventory.usage }
          const { outcome } = decide(awsRequest(each), inventory, { ...selection, policy: KEB, at: world.now() })
          seen.set(outcome.kind, (seen.get(outcome.kind) ?? 0) + 1)
          if (holds.size > 0) {
            expect(outcome.kind).toBe('reuse')
            expect('binding' in outcome && [...holds]).toEqual(
              'binding' in outcome && [accountKey(outcome.binding.account)],
            )
          } else if ('binding' in outcome) {
            const { tenantName, dirty } = readLabels(outcome.binding.kind, outcome.binding.labels)
            expect([outcome.kind, tenantName, dirty]).toEqual(['claim', null, null])
          } else expect(outcome.kind).toBe('wait')
        }
      }
    }),
    { numRuns: 100 },
  )
  expect([...seen.keys()].toSorted()).toEqual(['claim', 'reuse', 'wait'])
})
