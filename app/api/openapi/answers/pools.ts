import { z } from 'zod'
import { Pool, PoolWater, RuleLink, StateCounts, UnusableCounts } from '#lib/queries/lists/row-schemas.ts'
import type { listPools } from '#lib/queries/pools/list-pools.ts'
import type { getPoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { type Answer, answer } from '../answer.ts'
import { BindingRow, PoolRow, SearchError } from './shared.ts'

const PoolGroup = z.object({
  provider: z.string(),
  pools: z.array(PoolRow),
  accounts: z.number(),
  states: StateCounts,
  tenants: z.number(),
  shoots: z.number(),
})

export const PoolList = answer<Answer<typeof listPools>>()(
  z.object({
    groups: z.array(PoolGroup),
    hits: z.number(),
    of: z.number(),
    all: z.boolean(),
    accounts: z.number(),
    states: StateCounts,
    poolless: z.object({ count: z.number(), q: z.string() }),
    exhausted: z.array(PoolRow),
    low: z.array(PoolRow),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const PoolDetail = answer<Answer<typeof getPoolDetail>>()(
  z.object({
    row: z.object({
      key: z.string(),
      pool: Pool,
      name: z.string(),
      euAccess: z.boolean(),
      shared: z.boolean(),
      provider: z.string(),
      accounts: z.number(),
      states: StateCounts,
      usable: z.number(),
      unusable: UnusableCounts,
      tenants: z.number(),
      shoots: z.number(),
      waiting: z.number().nullable(),
      rules: z.array(RuleLink),
      problem: z.enum(['no-rule', 'no-binding', 'only-queue', 'exhausted']).nullable(),
      water: PoolWater.nullable(),
      low: z.boolean(),
    }),
    selectors: z.array(
      z.object({
        purpose: z.enum(['claim', 'shared', 'any']),
        requirements: z.array(z.string()),
        command: z.string().nullable(),
        finds: StateCounts,
      }),
    ),
    tenants: z.array(
      z.object({
        globalAccount: z.string(),
        q: z.string().nullable(),
        shootsQ: z.string().nullable(),
        accounts: z.number(),
        shoots: z.number(),
      }),
    ),
    bindings: z.array(BindingRow),
  }),
)
