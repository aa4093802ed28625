import { z } from 'zod'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { getGlobalAccountDetail, isRecorded } from '#lib/queries/global-accounts/global-account-detail.ts'
import {
  exportGlobalAccounts,
  GLOBAL_ACCOUNT_LIST,
  listGlobalAccounts,
} from '#lib/queries/global-accounts/global-account-list.ts'
import { isEverythingRead } from '#lib/queries/health.ts'
import { KindName, Pool } from '#lib/queries/lists/row-schemas.ts'
import { findGlobalAccounts } from '#lib/queries/simulator/request-options.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { runtime } from '#lib/runtime.ts'
import { exportList } from './export-file.ts'
import { ListQuery } from './list-query.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'
import { EffectiveLimit, SearchError, Shoot, SimulatorQuery } from './shared-schemas.ts'
import { Timeline, TimelineQuery, timelineStart } from './timeline.ts'

const GlobalAccountRow = GLOBAL_ACCOUNT_LIST.schema

const Holding = z.object({
  key: z.string(),
  pool: Pool,
  limit: EffectiveLimit.nullable(),
  accounts: z.array(z.object({ row: BINDING_LIST.schema, takes: z.boolean(), returns: z.boolean() })),
  q: z.string(),
  nextRequest: SimulatorQuery.nullable(),
})

const GlobalAccountList = answer<Answer<typeof listGlobalAccounts>>()(
  z.object({
    rows: z.array(GlobalAccountRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const GlobalAccountIds = answer<{ globalAccounts: Answer<typeof findGlobalAccounts> }>()(
  z.object({
    globalAccounts: z.array(
      z.object({ id: z.string(), bindings: z.number(), accounts: z.number(), shoots: z.number() }),
    ),
  }),
)

const GlobalAccountDetail = answer<Answer<typeof getGlobalAccountDetail>>()(
  z.object({
    row: GlobalAccountRow,
    allowedBy: z.enum(['name', 'everybody']).nullable(),
    holdings: z.array(Holding),
    leftovers: z.array(BINDING_LIST.schema),
    guest: z.array(z.object({ row: BINDING_LIST.schema, own: z.number(), reserved: z.number(), q: z.string() })),
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

/** Global accounts with their bindings and clusters. */
export const GLOBAL_ACCOUNTS = {
  schemas: { GlobalAccountList, GlobalAccountIds, GlobalAccountDetail },
  routes: [
    // Without `start` a list, with it ids for completion, which take no other parameter.
    read('/global-accounts', {
      summary: 'List global accounts that match a search; with start, ids that begin with it',
      query: z.union([ListQuery, z.object({ start: z.string().optional() })]),
      answers: { 200: z.union([GlobalAccountList, GlobalAccountIds]) },
      run: ({ context, query, request }) =>
        query['start'] === undefined
          ? sharedReply(request, context, () => listGlobalAccounts(context, parseInput(ListQuery, query)))
          : { globalAccounts: findGlobalAccounts(context, query['start'].slice(0, 63), 20) },
    }),
    exportList('/global-accounts/export', 'global-accounts', exportGlobalAccounts),
    read('/global-accounts/:id', {
      summary: 'Get a global account',
      answers: { 200: GlobalAccountDetail },
      run: async ({ context, params: { id } }) => {
        const detail = getGlobalAccountDetail(context, id)
        if (detail) return detail
        if (!isEverythingRead(context))
          throw new NotFoundError('Bindings and shoots have not all been read yet. Try again.')
        const former = getGlobalAccountDetail(context, id, await isRecorded(runtime().store.db, id))
        if (former) return former
        throw new NotFoundError('There is no such global account: it has no bindings, clusters or records.')
      },
    }),
    // Also works for a global account without objects, because its events remain recorded.
    read('/global-accounts/:id/timeline', {
      summary: 'List the events of a global account',
      query: TimelineQuery,
      answers: { 200: Timeline },
      run: ({ params, query }) => getTimeline(runtime().store.db, { tenant: params.id }, timelineStart(query)),
    }),
  ],
} satisfies Resource
