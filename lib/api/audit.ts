import { z } from 'zod'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { EntryNumber, getAuditEntry, parseEntryNumber } from '#lib/queries/audit/audit-entry.ts'
import { AUDIT_LIST } from '#lib/queries/audit/audit-list.ts'
import { countAuditNews, exportAudit, listActions, listRecentActions } from '#lib/queries/audit/list-audit.ts'
import { runtime } from '#lib/runtime.ts'
import type { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'
import { exportResponse } from './export-file.ts'
import { ExportQuery, WHOLE_LIST } from './list-query.ts'
import { type Answer, answer, LIST_FILE, type Resource, read } from './operation.ts'
import { ChangedLine, SearchError } from './shared-schemas.ts'

const ChangeLine = z.union([
  ChangedLine,
  z.object({ change: z.enum(['added', 'removed']), key: z.string(), value: z.string(), bare: z.boolean() }),
])

const RecentActions = answer<Answer<typeof listRecentActions>>()(z.array(AUDIT_LIST.schema))

const AuditPage = answer<Answer<typeof listActions>>()(
  z.object({
    rows: RecentActions,
    next: z.string().nullable(),
    upTo: z.string(),
    hits: z.number().nullable(),
    of: z.number().nullable(),
    errors: z.array(SearchError),
  }),
)

const AuditEntry = answer<Answer<typeof getAuditEntry>>()(
  z.object({
    row: AUDIT_LIST.schema,
    requestId: z.string().nullable(),
    hash: z.string(),
    diff: z.array(ChangeLine),
    moreLines: z.number(),
    wrote: z.array(z.object({ lines: z.array(ChangeLine), binding: z.string(), found: z.boolean() })),
    asked: z.array(z.tuple([z.string(), z.string()])),
    outcomes: z.array(
      z.object({
        seq: z.string(),
        at: z.string(),
        actor: z.string(),
        outcome: z.enum(['refused', 'cancelled', 'failed', 'unknown', 'accepted', 'open']),
        detail: z.string().nullable(),
      }),
    ),
  }),
)

const AuditNews = answer<Answer<typeof countAuditNews> & { chain: Awaited<ReturnType<ChainCheck['status']>> }>()(
  z.object({
    end: z.string(),
    newer: z.number(),
    unknown: z.number(),
    chain: z.union([
      z.object({ state: z.literal('checking') }),
      z.object({ state: z.literal('verified'), entries: z.string(), checkedAt: z.string() }),
      z.object({ state: z.literal('broken'), seq: z.string(), problem: z.string(), checkedAt: z.string() }),
      z.object({ state: z.literal('unreadable'), message: z.string() }),
    ]),
  }),
)

const Entry = EntryNumber.nullable().default(null)

/** Operations of the audit log. */
export const AUDIT = {
  schemas: { AuditRow: AUDIT_LIST.schema, RecentActions, AuditPage, AuditEntry, AuditNews },
  routes: [
    read('/audit', {
      summary: 'List actions that match a search, newest first',
      query: z.object({ ...WHOLE_LIST, upTo: Entry, before: Entry, limit: LIST_PART.limit }),
      answers: { 200: AuditPage },
      run: ({ context, query }) => listActions(runtime().store.db, query, context.at),
    }),
    read('/audit/export', {
      summary: 'Export the list as CSV or JSON',
      query: ExportQuery.extend({ upTo: Entry }),
      answers: { 200: LIST_FILE },
      run: async ({ context, query }) => {
        const file = await exportAudit(runtime().store.db, query, context.at)
        const name = `hap-audit-${runtime().landscape.name}`
        return exportResponse(file, { name, format: query.format, at: context.at })
      },
    }),
    read('/audit/news', {
      summary: 'Count the actions since an entry, and get the status of the hash chain',
      query: z.object({ q: WHOLE_LIST.q, after: EntryNumber }),
      answers: { 200: AuditNews },
      run: async ({ context, query }) => {
        const news = await countAuditNews(runtime().store.db, query.q, query.after, context.at)
        return { ...news, chain: await runtime().chain.status() }
      },
    }),
    read('/audit/recent', {
      summary: 'List the latest actions',
      answers: { 200: RecentActions },
      run: ({ context }) => listRecentActions(runtime().store.db, context.at),
    }),
    read('/audit/:seq', {
      summary: 'Get an action with the state before and after',
      answers: { 200: AuditEntry },
      run: async ({ params }) => {
        const entry = await getAuditEntry(runtime().store.db, parseEntryNumber(params.seq))
        if (entry === null) throw new NotFoundError('There is no such entry in the audit log.')
        return entry
      },
    }),
  ],
} satisfies Resource
