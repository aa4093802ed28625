import { z } from 'zod'
import type { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { type Answer, answer } from '../answer.ts'
import { Account, Pool, SearchError, ShootOperation } from './shared.ts'
import { KindName } from './words.ts'

const ShootRow = z.object({
  key: z.string(),
  name: z.string().nullable(),
  globalAccount: z.string().nullable(),
  plan: z.string().nullable(),
  platformRegion: z.string().nullable(),
  provider: z.string(),
  region: z.string(),
  pool: Pool.nullable(),
  binding: z.object({ kind: KindName, name: z.string(), there: z.boolean() }).nullable(),
  account: Account.nullable(),
  known: z.enum(['database', 'both', 'gardener']).nullable(),
  claimed: z.enum(['intent', 'reserved', 'active', 'releasing']).nullable(),
  hibernated: z.boolean(),
  deleting: z.boolean(),
  lastOperation: ShootOperation.nullable(),
  errorCodes: z.array(z.string()),
  at: z.string().nullable(),
})

export const ShootList = answer<Answer<typeof listShoots>>()(
  z.object({
    known: z.object({ database: z.number(), both: z.number(), gardener: z.number() }).nullable(),
    failing: z.number(),
    failingAccounts: z.number(),
    rows: z.array(ShootRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)
