import { z } from 'zod'
import type { listCleaning } from '#lib/queries/bindings/list-cleaning.ts'
import { Pool, StateCounts } from '#lib/queries/lists/row-schemas.ts'
import type { getControllers } from '#lib/queries/operators/controllers.ts'
import type { listWaitingQueues } from '#lib/services/claims/claim-queues.ts'
import { type Answer, answer } from '../answer.ts'
import { CleaningRow, SearchError } from './shared.ts'

const ControllerRow = z.object({
  name: z.string(),
  depth: z.number(),
  working: z.number(),
  scheduled: z.number(),
  runs: z.number(),
  retries: z.number(),
  errors: z.number(),
  waitMs: z.number().nullable(),
})

export const Waiting = answer<Answer<typeof listWaitingQueues>>()(
  z.object({
    queues: z.array(
      z.object({
        pool: Pool,
        claims: z.array(
          z.object({
            id: z.string(),
            globalAccount: z.string(),
            plan: z.string().nullable(),
            pool: Pool,
            position: z.number(),
            since: z.string(),
            reason: z.string(),
            actor: z.string(),
            request: z.string().nullable(),
          }),
        ),
        total: z.number(),
      }),
    ),
  }),
)

export const CleaningList = answer<Answer<typeof listCleaning>>()(
  z.object({
    states: StateCounts,
    cleaners: z.object({
      on: z.array(z.string()),
      deletes: z.boolean(),
      unverifiable: z.array(z.string()),
      byHand: z.number(),
      failing: z.object({
        accounts: z.number(),
        alike: z.array(
          z.object({
            provider: z.string(),
            reason: z.string(),
            advice: z.string(),
            accounts: z.number(),
            all: z.boolean(),
          }),
        ),
      }),
    }),
    rows: z.array(CleaningRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const Controllers = answer<Answer<typeof getControllers>>()(
  z.object({
    leader: z.union([
      z.object({ known: z.literal(true), here: z.boolean(), name: z.string(), since: z.string().nullable() }),
      z.object({ known: z.literal(true), here: z.literal(false), name: z.null() }),
      z.object({ known: z.literal(false), reason: z.string() }),
    ]),
    controllers: z.array(ControllerRow),
  }),
)
