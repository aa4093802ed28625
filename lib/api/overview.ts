import { z } from 'zod'
import { DEFAULT_WINDOW, HISTORY_WINDOWS, parseWindow } from '#lib/hap/pools/alarm.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { getConsoleHealth } from '#lib/queries/console-health.ts'
import { findThings } from '#lib/queries/find-things.ts'
import { Account, BindingRef, KindName, Pool, Runway, StateCounts, StateName } from '#lib/queries/lists/row-schemas.ts'
import { getOverview } from '#lib/queries/overview.ts'
import { getPoolHistory } from '#lib/queries/pools/pool-history.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_NAME_SEARCH } from '#lib/search/list-part.ts'
import { OffEffect } from './allowlist.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'

const Found = answer<Answer<typeof findThings>>()(
  z.object({
    pools: z.array(z.object({ name: z.string(), pool: Pool })),
    bindings: z.array(
      z.object({
        name: z.string(),
        kind: KindName,
        binding: z.string(),
        state: StateName,
        pool: Pool.nullable(),
      }),
    ),
    globalAccounts: z.array(z.object({ name: z.string() })),
    shoots: z.array(z.object({ name: z.string(), shoot: z.string(), globalAccount: z.string().nullable() })),
    states: z.array(
      z.object({
        name: z.string(),
        state: StateName,
        bindings: z.number(),
      }),
    ),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const Overview = answer<Answer<typeof getOverview>>()(
  z.object({
    accounts: z.number(),
    pools: z.number(),
    shoots: z.number(),
    states: StateCounts,
    capacity: z.array(POOL_LIST.schema),
    exhausted: z.array(POOL_LIST.schema),
    low: z.array(POOL_LIST.schema),
    unreachable: z.array(POOL_LIST.schema),
    stuck: z.object({ rows: z.array(BINDING_LIST.schema), count: z.number(), q: z.string() }),
    errors: z.object({
      rows: z.array(
        z.object({
          account: Account,
          binding: BindingRef,
          codes: z.array(z.object({ code: z.string(), shoots: z.number() })),
          shoots: z.number(),
        }),
      ),
      count: z.number(),
      q: z.string(),
    }),
    failing: z.number(),
    ifMultiAccountOff: OffEffect.nullable(),
    attention: z.array(
      z.object({ severity: z.enum(['danger', 'warn']), title: z.string(), count: z.number(), q: z.string() }),
    ),
  }),
)

const Health = answer<Answer<typeof getConsoleHealth>>()(
  z.object({
    at: z.number(),
    problems: z.array(z.string()),
    database: z.object({
      kind: z.enum(['embedded', 'server']),
      state: z.enum(['up', 'starting', 'down']),
      since: z.number(),
    }),
    plans: z.array(
      z.object({
        phase: z.enum(['refused', 'starting', 'live', 'reconnecting', 'stale', 'absent']),
        message: z.string().nullable(),
        source: z.enum(['Runtime', 'GardenerCluster']),
        ageMs: z.number().nullable(),
        complete: z.boolean(),
        skipped: z.number(),
      }),
    ),
    resources: z.array(
      z.object({
        source: z.enum(['Cluster', 'SubscriptionRequest', 'KubeconfigRequest']),
        phase: z.enum(['refused', 'starting', 'live', 'reconnecting', 'stale', 'absent']),
        ageMs: z.number().nullable(),
        complete: z.boolean(),
        skipped: z.number(),
        message: z.string().nullable(),
      }),
    ),
    phase: z.enum(['starting', 'live', 'reconnecting', 'stale']),
    ageMs: z.number().nullable(),
    sources: z.array(
      z.object({
        source: z.enum(['CredentialsBinding', 'SecretBinding', 'Secret', 'Shoot']),
        phase: z.enum(['refused', 'starting', 'live', 'reconnecting', 'stale', 'absent']),
        ageMs: z.number().nullable(),
        complete: z.boolean(),
        skipped: z.number(),
        message: z.string().nullable(),
      }),
    ),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const History = answer<Answer<typeof getPoolHistory>>()(
  z.object({
    window: z.literal([7, 30, 90]),
    since: z.string().nullable(),
    longEnough: z.boolean(),
    days: z.array(z.object({ day: z.string(), claimed: z.number(), freed: z.number() })),
    runways: z.record(z.string(), Runway),
  }),
)

const Name = z.string().max(MAX_NAME_SEARCH, { error: `must have at most ${MAX_NAME_SEARCH} characters` })

const HistoryQuery = z.object({
  window: z
    .enum(
      HISTORY_WINDOWS.map(days => `${days}` as const),
      { error: `must be one of ${HISTORY_WINDOWS.join(', ')}` },
    )
    .default(`${DEFAULT_WINDOW}`)
    .transform(parseWindow),
  pool: Name.refine(key => parsePoolKey(key) !== null, { error: 'must be the key of a pool, such as aws~eu' })
    .optional()
    .meta({ description: 'Only what happened in this pool, by its key.' }),
})

/** Figures of the whole landscape, its history and health, and the search by name. */
export const OVERVIEW = {
  schemas: { Found, Overview, Health, History },
  routes: [
    read('/overview', {
      summary: 'Get the figures of the overview',
      answers: { 200: Overview },
      run: async ({ request }) => {
        const waiting = await runtime().queues.read()
        // Reads the context after the wait, because it may have changed.
        const context = runtime().context()
        return sharedReply(
          request,
          context,
          () => getOverview(context, waiting, runtime().multiAccount.isUnconfirmed),
          waiting,
        )
      },
    }),
    read('/history', {
      summary: 'Get claimed and freed accounts per day, and the runway of pools',
      query: HistoryQuery,
      answers: { 200: History },
      run: ({ context, query: { window, pool = null } }) => getPoolHistory(runtime().store.db, context, window, pool),
    }),
    read('/health', {
      summary: 'Get the health of the data sources',
      answers: { 200: Health },
      run: ({ context }) => getConsoleHealth(context, runtime()),
    }),
    read('/find', {
      summary: 'Find objects by a part of their name or id',
      query: z.object({ q: Name }),
      answers: { 200: Found },
      run: async ({ query: { q } }) => {
        const known = await runtime().clusters.read()
        // Reads the context after the wait, because it may have changed.
        return findThings(runtime().context(), known, q)
      },
    }),
  ],
} satisfies Resource
