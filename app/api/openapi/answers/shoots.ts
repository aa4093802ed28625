import { z } from 'zod'
import type { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import { type Answer, answer } from '../answer.ts'
import { SearchError } from './shared.ts'

export const ShootList = answer<Answer<typeof listShoots>>()(
  z.object({
    known: z.object({ database: z.number(), both: z.number(), gardener: z.number() }).nullable(),
    failing: z.number(),
    failingAccounts: z.number(),
    rows: z.array(SHOOT_LIST.schema),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)
