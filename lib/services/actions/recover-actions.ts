import { z } from 'zod'
import { isLatestWrite, type WriteTrace } from '#lib/garden/writes/write-trace.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { claimIdOf } from '#lib/hap/audit/target.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { accountKey, BINDING_KINDS, type Binding } from '#lib/hap/pools/binding.ts'
import { mayStillLand, type OutcomeResolver, type ResolvedOutcome } from '#lib/services/audit/resolve-outcomes.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ActionContext } from './action-context.ts'
import { resultOf } from './action-result.ts'
import type { RecordedWrite } from './action-trail.ts'
import { isReverted, REVERTED, revertOnCollision, UNVERIFIED } from './check-after-write.ts'
import { staleReason } from './fresh-facts.ts'

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

/** The write in the intent of an audit record; null if the action ended before naming one. */
export function writeOf(wanted: unknown): RecordedWrite | null {
  return Wanted.safeParse(wanted).data?.write ?? null
}

const LANDING_MESSAGES: Readonly<Record<'landed' | 'not-landed' | 'pending', string>> = {
  landed: 'The binding shows that it was written.',
  'not-landed': 'The binding shows that it was not written.',
  pending: 'It was not written.',
}

const NOTHING_SENT = 'The action ended before anything was written.'

/** Records with these details are final, also those of older versions of the console. */
const UNDECIDABLE = 'The binding has changed too much since to tell whether it was written.'
const DELETED = 'The binding no longer exists, so it cannot show whether it was written.'

/** Resolves the outcome of actions in doubt: the annotations of a binding show its last writes. */
export function actionResolver(context: ActionContext): OutcomeResolver {
  const { writes, now } = context
  return {
    actions: ACTIONS,
    isOwn: ({ targets }) => claimIdOf(targets) === null,
    async resolve(entry) {
      const { wanted, detail } = entry
      if (detail === UNDECIDABLE || detail === DELETED) return null
      const write = writeOf(wanted)
      // Each write is named in the audit log before it is sent.
      if (write === null) return { outcome: 'failed', detail: NOTHING_SENT }
      const { landing, now: binding } = await writes.lookUp(write)
      if (landing === 'pending' && mayStillLand(entry, now())) return null
      if (landing === 'gone') return { outcome: 'unknown', detail: DELETED }
      if (landing === 'unknown') return binding && { outcome: 'unknown', detail: UNDECIDABLE }
      if (landing === 'landed') return resolveLanded(context, entry, write, binding)
      return { outcome: 'failed', detail: LANDING_MESSAGES[landing], ...(binding && { after: metadataOf(binding) }) }
    },
  }
}

/** A live process renews the fence of its account within this time. */
const FENCED_MS = 30_000
const MAX_OPEN = 100

/**
 * Repeats the checks that were open when a process ended: whether a cluster arrived at the moment
 * of a write. Returns the number of audit records that got their outcome.
 */
export async function recoverChecks(context: ActionContext, db: Db): Promise<number> {
  const entries = await listAudit(db, { action: ACTIONS, outcome: 'open' }, { limit: MAX_OPEN })
  let recovered = 0
  for (const entry of entries) {
    const write = writeOf(entry.wanted)
    if (!write?.needsEmpty || context.now() - Date.parse(entry.at) < FENCED_MS) continue
    const { landing, now: binding } = await context.writes.lookUp(write)
    const found = landing === 'landed' ? await resolveLanded(context, entry, write, binding) : null
    if (found === null) continue
    await context.audit.outcome({ intent: entry.seq, actor: CONSOLE_ACTOR, ...found })
    recovered++
  }
  return recovered
}

/** Resolves a write that landed; if it needs an empty account, the check after it is repeated. */
async function resolveLanded(
  context: ActionContext,
  { before, wanted }: Pick<AuditRecord, 'before' | 'wanted'>,
  write: RecordedWrite,
  binding: Binding | null,
): Promise<ResolvedOutcome | null> {
  const after = binding && { after: metadataOf(binding) }
  if (isReverted(write, binding)) return { outcome: 'failed', detail: REVERTED, ...after }
  const recorded = z.tuple([Metadata, Metadata]).safeParse([before, wanted]).data
  if (!write.needsEmpty || binding === null || recorded === undefined)
    return { outcome: 'accepted', detail: LANDING_MESSAGES.landed, ...after }
  const [was, is] = recorded
  return recheckWrite(context, { write, before: was, wanted: is, now: binding })
}

function metadataOf({ labels, annotations }: Binding) {
  return { labels, annotations }
}

/** Labels and annotations of a binding, as an audit record stores them. */
interface Recorded extends Pick<Binding, 'labels' | 'annotations'> {}

/** A write that landed and needs an empty account, without an outcome in the audit log. */
interface LandedWrite {
  readonly write: WriteTrace
  readonly before: Recorded
  readonly wanted: Recorded
  readonly now: Binding
}

/**
 * Repeats the check after a write that a process did not finish: whether a cluster arrived at the
 * same moment. If so, the change is reverted. Null while the account is fenced, for example by a
 * process that is still checking, and while Gardener does not answer.
 */
async function recheckWrite(context: ActionContext, landed: LandedWrite): Promise<ResolvedOutcome | null> {
  const { write, before, wanted, now } = landed
  if (staleReason(context) !== null) return null
  const accepted = (detail: string): ResolvedOutcome => ({
    outcome: 'accepted',
    detail: `${LANDING_MESSAGES.landed} ${detail}`,
    after: metadataOf(now),
  })
  const fence = await context.claims.fence(accountKey(now.account))
  if (fence === 'busy') return null
  if (fence === 'claimed') return accepted(UNVERIFIED)
  try {
    // A later action or claim had its own check and must not be reverted.
    if (!isLatestWrite(write, now)) return accepted(UNVERIFIED)
    const change = changeBetween(before, wanted)
    const result = await revertOnCollision(context, { binding: { ...now, ...before }, id: write.id }, { change }, now)
    if (result === null) return accepted('No cluster is on the account.')
    return { outcome: 'failed', detail: result.reason, after: metadataOf(result.now) }
  } catch (error) {
    if (resultOf(error) === null) throw error
    return null
  } finally {
    await fence.leave().catch(() => undefined)
  }
}

function changeBetween(before: Recorded, wanted: Recorded): BindingChange {
  return {
    labels: differing(before.labels, wanted.labels),
    annotations: differing(before.annotations, wanted.annotations),
  }
}

function differing(before: Recorded['labels'], wanted: Recorded['labels']): Readonly<Record<string, string | null>> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(wanted)])]
  return Object.fromEntries(keys.filter(key => before[key] !== wanted[key]).map(key => [key, wanted[key] ?? null]))
}
