import { z } from 'zod'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { Pool, PoolWater, RuleLink, StateCounts, UnusableCounts } from '#lib/queries/lists/row-schemas.ts'
import { exportPools, listPools } from '#lib/queries/pools/list-pools.ts'
import { getPoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { runtime } from '#lib/runtime.ts'
import { exportList } from './export-file.ts'
import { WHOLE_LIST } from './list-query.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'
import { SearchError } from './shared-schemas.ts'

const PoolGroup = z.object({
  provider: z.string(),
  pools: z.array(POOL_LIST.schema),
  accounts: z.number(),
  states: StateCounts,
  usable: z.number(),
  tenants: z.number(),
  shoots: z.number(),
})

const PoolList = answer<Answer<typeof listPools>>()(
  z.object({
    groups: z.array(PoolGroup),
    hits: z.number(),
    of: z.number(),
    all: z.boolean(),
    accounts: z.number(),
    states: StateCounts,
    poolless: z.object({ count: z.number(), q: z.string(), accounts: z.number() }),
    exhausted: z.array(POOL_LIST.schema),
    low: z.array(POOL_LIST.schema),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const PoolDetail = answer<Answer<typeof getPoolDetail>>()(
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
    bindings: z.array(BINDING_LIST.schema),
    bindingCount: z.number(),
  }),
)

const NO_POOL = 'It has no bindings, no rule selects it, and no claim waits for it.'
const UNKNOWN =
  'It has no bindings, and no rule selects it. The database is not responding, so it is unknown whether claims wait for it.'

/** Pools of accounts. */
export const POOLS = {
  schemas: { PoolRow: POOL_LIST.schema, PoolList, PoolDetail },
  routes: [
    read('/pools', {
      summary: 'List pools that match a search',
      query: z.object(WHOLE_LIST),
      answers: { 200: PoolList },
      run: async ({ query, request }) => {
        const waiting = await runtime().queues.read()
        // Reads the context after the wait, because it may have changed.
        const context = runtime().context()
        return sharedReply(request, context, () => listPools(context, query, waiting), waiting)
      },
    }),
    exportList('/pools/export', 'pools', async (context, known, request) =>
      exportPools(context, known, request, await runtime().queues.read()),
    ),
    read('/pools/:key', {
      summary: 'Get a pool',
      answers: { 200: PoolDetail },
      run: async ({ params }) => {
        const waiting = await runtime().queues.read()
        const context = runtime().context()
        const detail = getPoolDetail(context, params.key, waiting)
        if (detail) return detail
        if (!areBindingsRead(context)) throw new NotFoundError('No bindings have been read yet. Try again.')
        throw new NotFoundError(waiting === null ? UNKNOWN : NO_POOL)
      },
    }),
  ],
} satisfies Resource
