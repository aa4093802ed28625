import { z } from 'zod'
import type { getConsoleHealth } from '#lib/queries/console-health.ts'
import type { findThings } from '#lib/queries/find-things.ts'
import { Account, BindingRef, KindName, Pool, Runway, StateCounts, StateName } from '#lib/queries/lists/row-schemas.ts'
import type { getOverview } from '#lib/queries/overview.ts'
import type { getPoolHistory } from '#lib/queries/pools/pool-history.ts'
import { type Answer, answer } from '../answer.ts'
import { BindingRow, PoolRow } from './shared.ts'

export const Found = answer<Answer<typeof findThings>>()(
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

export const Overview = answer<Answer<typeof getOverview>>()(
  z.object({
    accounts: z.number(),
    pools: z.number(),
    shoots: z.number(),
    states: StateCounts,
    capacity: z.array(PoolRow),
    exhausted: z.array(PoolRow),
    low: z.array(PoolRow),
    unreachable: z.array(PoolRow),
    stuck: z.object({ rows: z.array(BindingRow), count: z.number(), q: z.string() }),
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
    attention: z.array(
      z.object({ severity: z.enum(['danger', 'warn']), title: z.string(), count: z.number(), q: z.string() }),
    ),
  }),
)

export const Health = answer<Answer<typeof getConsoleHealth>>()(
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

export const History = answer<Answer<typeof getPoolHistory>>()(
  z.object({
    window: z.literal([7, 30, 90]),
    since: z.string().nullable(),
    longEnough: z.boolean(),
    days: z.array(z.object({ day: z.string(), claimed: z.number(), freed: z.number() })),
    runways: z.record(z.string(), Runway),
  }),
)
