import { z } from 'zod'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { AUDIT_LIST } from '#lib/queries/audit/audit-list.ts'
import { type getTimeline, parseTimelineCursor, TIMELINE_START, type TimelineCursor } from '#lib/queries/timeline.ts'
import { type Answer, answer } from './operation.ts'

const StateItem = z.object({
  kind: z.literal('state'),
  key: z.string(),
  at: z.string(),
  binding: z.object({ name: z.string(), kind: z.string() }),
  from: z.enum(BINDING_STATES).nullable(),
  to: z.enum(BINDING_STATES).nullable(),
  tenant: z.string().nullable(),
  pool: z.string().nullable(),
  actor: z.string().nullable(),
  action: z.string().nullable(),
  adopted: z.boolean(),
})

export const Timeline = answer<Answer<typeof getTimeline>>()(
  z.object({
    items: z.array(
      z.union([
        StateItem,
        z.object({
          kind: z.literal('action'),
          key: z.string(),
          at: z.string(),
          row: AUDIT_LIST.schema,
          led: z
            .object({
              from: z.enum(BINDING_STATES).nullable(),
              to: z.enum(BINDING_STATES).nullable(),
            })
            .nullable(),
        }),
        z.object({
          kind: z.literal('claim'),
          key: z.string(),
          at: z.string(),
          claim: z.object({
            id: z.string(),
            outcome: z.enum(['claim', 'reuse', 'shared']).nullable(),
            cluster: z.string().nullable(),
            message: z.string().nullable(),
            actor: z.string(),
            claims: z.number(),
            what: z.enum(['refused', 'expired', 'cancelled', 'released', 'adopted', 'claimed']),
            tenant: z.string().nullable(),
            plan: z.string().nullable(),
            bindingKind: z.string().nullable(),
            bindingName: z.string().nullable(),
          }),
        }),
      ]),
    ),
    next: z.string().nullable(),
    recordedSince: z.string().nullable(),
  }),
)

export const TimelineQuery = z.object({ before: z.string().optional() })

/**
 * Cursor of a timeline page. Throws RefusedRequestError for a value that no previous page returned.
 */
export function timelineStart({ before }: z.output<typeof TimelineQuery>): TimelineCursor {
  const from = before === undefined ? TIMELINE_START : parseTimelineCursor(before)
  if (from === null) throw new RefusedRequestError(400, 'before: is not a position that the previous page returned.')
  return from
}
