import { z } from 'zod'
import type { Landing, WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { UnknownTurns } from '#lib/services/audit/unknown-turns.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ActionContext } from './action-context.ts'

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

const NOTHING_SENT = 'It ended before anything was written.'
/** Nobody looks again: what the binding has forgotten it will not tell later. */
const FORGOTTEN = 'Too much happened to the binding since to tell whether it was written.'

/** Turns of the actions people do to bindings. */
export const unknownActions = () => new UnknownTurns(ACTIONS)

/**
 * Looks at the bindings of actions whose outcome nobody knows, those of one turn, and notes what they tell. What they cannot tell
 * stays unknown. To be called at the start and now and then. Out: how many were settled.
 */
export async function settleUnknown(
  context: Pick<ActionContext, 'writes' | 'audit' | 'now'>,
  db: Db,
  turns: UnknownTurns = unknownActions(),
): Promise<number> {
  const { writes, audit, now } = context
  let settled = 0
  for (const { seq, at, wanted, detail } of await turns.next(db)) {
    if (detail === FORGOTTEN) continue
    const entry = { intent: seq, actor: CONSOLE }
    const write = writeOf(wanted)
    // Each write is named before it is sent.
    if (write === null) {
      await audit.outcome({ ...entry, outcome: 'failed', detail: NOTHING_SENT })
      settled++
      continue
    }
    const { landing, now: binding } = await writes.lookUp(write)
    if (landing === 'pending' && now() - Date.parse(at) < IN_FLIGHT_MS) continue
    if (landing === 'unknown') {
      if (binding !== null) await audit.outcome({ ...entry, outcome: 'unknown', detail: FORGOTTEN })
      continue
    }
    await audit.outcome({
      ...entry,
      outcome: landing === 'landed' ? 'accepted' : 'failed',
      detail: WORDS[landing],
      ...(binding && { after: { labels: binding.labels, annotations: binding.annotations } }),
    })
    settled++
  }
  return settled
}
