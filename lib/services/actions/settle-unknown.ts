import { z } from 'zod'
import type { Landing, WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { parseAction } from '#lib/hap/actions/action.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ActionContext } from './action-context.ts'

const DAY = 86_400_000

/** Actions that are looked up in one go. */
const MOST = 100

/** A server gives up on a request after this long at the latest, so that what has not landed by then never will. */
const IN_FLIGHT_MS = 120_000

const Wanted = z.object({
  write: z.object({
    id: z.string(),
    binding: z.object({ kind: z.enum(BINDING_KINDS), namespace: z.string(), name: z.string() }),
    resourceVersion: z.string(),
    epoch: z.number(),
    after: z.string().nullable(),
  }),
})

/** The write that an intent of the audit log was made for; null when nothing was to be written. */
export function writeOf(wanted: unknown): WriteTrace | null {
  return Wanted.safeParse(wanted).data?.write ?? null
}

const WORDS: Readonly<Record<Exclude<Landing, 'unknown'>, string>> = {
  landed: 'The binding tells that it was written.',
  'not-landed': 'The binding tells that it was not written.',
  pending: 'It was not written.',
  gone: 'The binding does not exist any more.',
}

/**
 * Looks at the bindings of actions whose outcome nobody knows, of the last day, and notes what they tell. What they cannot tell
 * stays unknown. To be called at the start and now and then. Out: how many were settled.
 */
export async function settleUnknown(context: Pick<ActionContext, 'writes' | 'audit' | 'now'>, db: Db): Promise<number> {
  const { writes, audit, now } = context
  const from = new Date(now() - DAY)
  const open = await listAudit(db, { outcome: 'unknown', from }, { limit: MOST })
  let settled = 0
  for (const { seq, action, at, wanted } of open) {
    const write = writeOf(wanted)
    if (parseAction(action) === null || write === null) continue
    const { landing, now: binding } = await writes.lookUp(write)
    if (landing === 'unknown' || (landing === 'pending' && now() - Date.parse(at) < IN_FLIGHT_MS)) continue
    await audit.outcome({
      intent: seq,
      actor: CONSOLE,
      outcome: landing === 'landed' ? 'accepted' : 'failed',
      detail: WORDS[landing],
      ...(binding && { after: { labels: binding.labels, annotations: binding.annotations } }),
    })
    settled++
  }
  return settled
}
