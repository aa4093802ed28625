import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { claimIdOf } from '#lib/hap/audit/target.ts'
import { BINDING_KINDS, type Binding } from '#lib/hap/pools/binding.ts'
import { mayStillLand } from '#lib/services/audit/in-flight.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ActionContext } from './action-context.ts'
import { recheckWrite } from './recheck-write.ts'
import { isTakenBack, TAKEN_BACK } from './taken-back.ts'
import type { RecordedWrite } from './trail.ts'

const Wanted = z.object({
  write: z.object({
    id: z.string(),
    binding: z.object({ kind: z.enum(BINDING_KINDS), namespace: z.string(), name: z.string() }),
    uid: z.exactOptional(z.string()),
    resourceVersion: z.string(),
    epoch: z.number(),
    after: z.string().nullable(),
    needsEmpty: z.boolean().default(false),
  }),
})

const Metadata = z.object({ labels: z.record(z.string(), z.string()), annotations: z.record(z.string(), z.string()) })

/** The write that an intent of the audit log was made for; null when nothing was to be written. */
export function writeOf(wanted: unknown): RecordedWrite | null {
  return Wanted.safeParse(wanted).data?.write ?? null
}

const WORDS: Readonly<Record<'landed' | 'not-landed' | 'pending', string>> = {
  landed: 'The binding shows that it was written.',
  'not-landed': 'The binding shows that it was not written.',
  pending: 'It was not written.',
}

const NOTHING_SENT = 'It ended before anything was written.'

/** Nobody looks again at entries with these words, also of older versions of the console. */
const FORGOTTEN = 'The binding has changed too much since to tell whether it was written.'
const GONE = 'The binding no longer exists, so it cannot show whether it was written.'

/** What people do to bindings: a binding tells by its annotations which write was the last. */
export function actionLooker(context: ActionContext): Looker {
  const { writes, now } = context
  return {
    actions: ACTIONS,
    isOwn: ({ targets }) => claimIdOf(targets) === null,
    async look(entry) {
      const { wanted, detail } = entry
      if (detail === FORGOTTEN || detail === GONE) return null
      const write = writeOf(wanted)
      // Each write is named before it is sent.
      if (write === null) return { outcome: 'failed', detail: NOTHING_SENT }
      const { landing, now: binding } = await writes.lookUp(write)
      if (landing === 'pending' && mayStillLand(entry, now())) return null
      if (landing === 'gone') return { outcome: 'unknown', detail: GONE }
      if (landing === 'unknown') return binding && { outcome: 'unknown', detail: FORGOTTEN }
      if (landing === 'landed') return lookAtLanded(context, entry, write, binding)
      return { outcome: 'failed', detail: WORDS[landing], ...(binding && { after: metadataOf(binding) }) }
    },
  }
}

/** A process that lives keeps the fence of its account for as long as this. */
const FENCED_MS = 30_000
const MAX_OPEN = 100

/**
 * Makes the checks that processes left open which ended after a write: whether a cluster arrived at the same moment. Out: how many
 * entries of the audit log have their outcome now.
 */
export async function recoverChecks(context: ActionContext, db: Db): Promise<number> {
  const entries = await listAudit(db, { action: ACTIONS, outcome: 'open' }, { limit: MAX_OPEN })
  let recovered = 0
  for (const entry of entries) {
    const write = writeOf(entry.wanted)
    if (!write?.needsEmpty || context.now() - Date.parse(entry.at) < FENCED_MS) continue
    const { landing, now: binding } = await context.writes.lookUp(write)
    const found = landing === 'landed' ? await lookAtLanded(context, entry, write, binding) : null
    if (found === null) continue
    await context.audit.outcome({ intent: entry.seq, actor: CONSOLE, ...found })
    recovered++
  }
  return recovered
}

/** A write that needs an empty account has the check that followed it made up for. */
async function lookAtLanded(
  context: ActionContext,
  { before, wanted }: Pick<AuditRecord, 'before' | 'wanted'>,
  write: RecordedWrite,
  binding: Binding | null,
): Promise<Found | null> {
  const after = binding && { after: metadataOf(binding) }
  if (isTakenBack(write, binding)) return { outcome: 'failed', detail: TAKEN_BACK, ...after }
  const recorded = z.tuple([Metadata, Metadata]).safeParse([before, wanted]).data
  if (!write.needsEmpty || binding === null || recorded === undefined)
    return { outcome: 'accepted', detail: WORDS.landed, ...after }
  const [was, is] = recorded
  return recheckWrite(context, { write, before: was, wanted: is, now: binding })
}

function metadataOf({ labels, annotations }: Binding) {
  return { labels, annotations }
}
