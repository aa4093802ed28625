import { z } from 'zod'
import type { getAuditEntry } from '#lib/queries/audit/audit-entry.ts'
import type { countAuditNews, listActions, listRecentActions } from '#lib/queries/audit/list-audit.ts'
import type { ChainCheck } from '#lib/services/audit/chain-check.ts'
import { type Answer, answer } from '../answer.ts'
import { AuditRow, ChangedLine, SearchError } from './shared.ts'

const ChangeLine = z.union([
  ChangedLine,
  z.object({ change: z.enum(['added', 'removed']), key: z.string(), value: z.string(), bare: z.boolean() }),
])

export const RecentActions = answer<Answer<typeof listRecentActions>>()(z.array(AuditRow))

export const AuditPage = answer<Answer<typeof listActions>>()(
  z.object({
    rows: RecentActions,
    next: z.string().nullable(),
    upTo: z.string(),
    hits: z.number().nullable(),
    of: z.number().nullable(),
    errors: z.array(SearchError),
  }),
)

export const AuditEntry = answer<Answer<typeof getAuditEntry>>()(
  z.object({
    row: AuditRow,
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

export const AuditNews = answer<Answer<typeof countAuditNews> & { chain: Awaited<ReturnType<ChainCheck['status']>> }>()(
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
