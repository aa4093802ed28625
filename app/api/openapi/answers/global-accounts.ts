import { z } from 'zod'
import type { getGlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { GLOBAL_ACCOUNT_LIST, type listGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import { KindName, Pool } from '#lib/queries/lists/row-schemas.ts'
import type { findGlobalAccounts } from '#lib/queries/simulator/request-options.ts'
import { type Answer, answer } from '../answer.ts'
import { BindingRow, EffectiveLimit, SearchError, Shoot, SimulatorQuery } from './shared.ts'

const GlobalAccountRow = GLOBAL_ACCOUNT_LIST.schema

const Holding = z.object({
  key: z.string(),
  pool: Pool,
  limit: EffectiveLimit.nullable(),
  accounts: z.array(z.object({ row: BindingRow, takes: z.boolean(), returns: z.boolean() })),
  q: z.string(),
  nextRequest: SimulatorQuery.nullable(),
})

export const GlobalAccountList = answer<Answer<typeof listGlobalAccounts>>()(
  z.object({
    rows: z.array(GlobalAccountRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const GlobalAccountIds = answer<{ globalAccounts: Answer<typeof findGlobalAccounts> }>()(
  z.object({ globalAccounts: z.array(z.object({ id: z.string(), bindings: z.number(), shoots: z.number() })) }),
)

export const GlobalAccountDetail = answer<Answer<typeof getGlobalAccountDetail>>()(
  z.object({
    row: GlobalAccountRow,
    allowedBy: z.enum(['name', 'everybody']).nullable(),
    holdings: z.array(Holding),
    leftovers: z.array(BindingRow),
    guest: z.array(z.object({ row: BindingRow, own: z.number(), reserved: z.number(), q: z.string() })),
    shoots: z.array(
      z.object({
        shoot: Shoot,
        through: z.object({ kind: KindName, name: z.string() }).nullable(),
      }),
    ),
    subaccounts: z.array(z.object({ id: z.string().nullable(), clusters: z.number(), q: z.string().nullable() })),
    nextRequest: SimulatorQuery.nullable(),
  }),
)
