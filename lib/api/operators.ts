import { z } from 'zod'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listWaitingQueues } from '#lib/operators/subscription/claim-queue.ts'
import { CLEANING_LIST } from '#lib/queries/bindings/cleaning-list.ts'
import { exportCleaning, listCleaning } from '#lib/queries/bindings/list-cleaning.ts'
import { Pool, StateCounts } from '#lib/queries/lists/row-schemas.ts'
import { listUses } from '#lib/queries/operators/binding-uses.ts'
import { getControllers } from '#lib/queries/operators/controllers.ts'
import { runtime } from '#lib/runtime.ts'
import { operatorsReply } from './custom-resources.ts'
import { exportList } from './export-file.ts'
import { ListQuery } from './list-query.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'
import { SearchError } from './shared-schemas.ts'

const ResourceUses = answer<Answer<typeof listUses>>()(
  z.object({
    uses: z.array(
      z.object({
        kind: z.enum(['Cluster', 'SubscriptionRequest']),
        name: z.string(),
        state: z.enum(['failed', 'waiting', 'new', 'deleting', 'in-progress', 'ready']),
      }),
    ),
    total: z.number(),
  }),
)

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

const Waiting = answer<Answer<typeof listWaitingQueues>>()(
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
            deadline: z.string().nullable(),
            reason: z.string(),
            actor: z.string(),
            cancelRefusal: z.string().nullable(),
            request: z.string().nullable(),
          }),
        ),
        total: z.number(),
      }),
    ),
  }),
)

const CleaningList = answer<Answer<typeof listCleaning>>()(
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
    rows: z.array(CLEANING_LIST.schema),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

const Controllers = answer<Answer<typeof getControllers>>()(
  z.object({
    leader: z.union([
      z.object({ known: z.literal(true), here: z.boolean(), name: z.string(), since: z.string().nullable() }),
      z.object({ known: z.literal(true), here: z.literal(false), name: z.null() }),
      z.object({ known: z.literal(false), reason: z.string() }),
    ]),
    controllers: z.array(ControllerRow),
  }),
)

const BindingUsesQuery = z.object({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) })

const GlobalAccountUsesQuery = z.object({ ga: z.string().min(1).max(63) })

/** The operators, what they wait for, and the cleaning of accounts. */
export const OPERATORS = {
  schemas: { CleaningRow: CLEANING_LIST.schema, ResourceUses, Waiting, CleaningList, Controllers },
  routes: [
    // A binding is given by kind and name.
    read('/operators/uses', {
      summary: 'List the Clusters and SubscriptionRequests of a binding or a global account',
      query: z.union([BindingUsesQuery, GlobalAccountUsesQuery]),
      answers: { 200: ResourceUses },
      run: ({ context, query, request }) => {
        const used =
          query['ga'] === undefined
            ? { binding: parseInput(BindingUsesQuery, query) }
            : { globalAccount: parseInput(GlobalAccountUsesQuery, query).ga }
        return operatorsReply(request, context, objects => listUses(objects, used))
      },
    }),
    read('/operators/waiting', {
      summary: 'List the requests that wait for an account, by pool',
      answers: { 200: Waiting },
      run: () => listWaitingQueues(runtime()),
    }),
    read('/operators/cleaning', {
      summary: 'List dirty accounts and the progress of their cleaning',
      query: ListQuery,
      answers: { 200: CleaningList },
      run: ({ context, query, request }) => sharedReply(request, context, () => listCleaning(context, query)),
    }),
    exportList('/operators/cleaning/export', 'cleaning', exportCleaning),
    read('/operators/controllers', {
      summary: 'Get the leader of the operators and the state of their controllers',
      answers: { 200: Controllers },
      run: () => getControllers(runtime().runningOperators),
    }),
  ],
} satisfies Resource
