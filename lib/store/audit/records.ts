import { type BindingWrite, removeDerivedDuplicates, withoutWrites, writesOf } from '#lib/hap/audit/binding-write.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import { type JsonValue, type Outcome, parseIdentity } from './entry.ts'

/** An action with its outcome, for the page, a timeline or an export. */
export interface AuditRecord {
  readonly seq: bigint
  readonly at: string
  readonly actor: string
  readonly role: string | null
  /** Identity of the actor; null for parts of the console, and in entries of older releases. */
  readonly actorIssuer: string | null
  readonly actorSubject: string | null
  readonly action: string
  readonly targets: readonly string[]
  readonly reason: string | null
  readonly ticket: string | null
  readonly requestId: string | null
  readonly before: JsonValue
  readonly wanted: JsonValue
  readonly outcome: Outcome | 'open'
  /** Time, number and detail of the outcome; null while it is open. */
  readonly outcomeAt: string | null
  readonly outcomeSeq: bigint | null
  readonly detail: string | null
  readonly result: JsonValue
  /** Further bindings that were written, as its outcomes name them. */
  readonly wrote: readonly BindingWrite[]
  readonly hash: string
}

/** Absent means any. Texts match exactly; searchAudit handles what people type. */
export interface AuditFilter {
  readonly actor?: string
  /** Any of several. */
  readonly action?: string | readonly string[]
  readonly outcome?: Outcome | 'open'
  readonly target?: string
  /** Any of several. */
  readonly requestId?: string | readonly string[]
  /** Before this time. */
  readonly to?: Date
}

export interface AuditPage {
  readonly limit: number
  /** Only entries before this one. */
  readonly before?: bigint
}

/** Actions, newest first. */
export async function listAudit(db: Db, filter: AuditFilter, page: AuditPage): Promise<readonly AuditRecord[]> {
  const where = { AND: [condition(filter), ...(page.before === undefined ? [] : [{ seq: { lt: page.before } }])] }
  return records(db, { where, take: page.limit })
}

/** The actions of these intents, newest first. */
export async function recordsOf(db: Db, intents: readonly bigint[]): Promise<readonly AuditRecord[]> {
  return intents.length === 0 ? [] : records(db, { where: { seq: { in: [...intents] } } })
}

async function records(db: Db, args: Pick<Prisma.AuditEntryFindManyArgs, 'where' | 'take'>) {
  const rows = await db.auditEntry.findMany({ ...args, select: INTENT, orderBy: { seq: 'desc' } })
  const intents = rows.map(({ seq }) => seq)
  const outcomes = await outcomesOf(db, intents)
  return rows.map(row => recordOf(row, outcomes.get(row.seq) ?? []))
}

function condition(filter: AuditFilter): Prisma.AuditEntryWhereInput {
  const { actor, action, outcome, target, requestId, to } = filter
  return {
    kind: 'intent',
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action: typeof action === 'string' ? action : { in: [...action] } }),
    ...(outcome !== undefined && { status: { outcome } }),
    ...(target !== undefined && { targets: { has: target } }),
    ...(requestId !== undefined && { requestId: typeof requestId === 'string' ? requestId : { in: [...requestId] } }),
    ...(to && { at: { lt: to } }),
  }
}

const INTENT = {
  seq: true,
  at: true,
  actor: true,
  role: true,
  action: true,
  targets: true,
  reason: true,
  ticket: true,
  requestId: true,
  before: true,
  after: true,
  detail: true,
  hash: true,
} satisfies Prisma.AuditEntrySelect

type IntentRow = Prisma.AuditEntryGetPayload<{ select: typeof INTENT }>

interface OutcomeRow {
  readonly seq: bigint
  readonly intent: bigint
  readonly at: Date
  readonly outcome: Outcome
  readonly detail: string | null
  readonly after: JsonValue
}

/** The last outcome of each intent, and earlier ones that name written targets. */
async function outcomesOf(db: Db, intents: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly OutcomeRow[]>> {
  if (intents.length === 0) return new Map()
  const found = await db.$queryRaw<OutcomeRow[]>`
    SELECT o.seq, s.intent_seq AS intent, o.at, o.outcome, o.detail, o.after
      FROM audit_status s
      JOIN audit_entry o ON o.intent_seq = s.intent_seq AND (o.seq = s.outcome_seq OR cardinality(o.targets) > 0)
     WHERE s.intent_seq = ANY(${[...intents]}::bigint[]) AND s.outcome_seq IS NOT NULL
     ORDER BY o.seq`
  return Map.groupBy(found, ({ intent }) => intent)
}

function recordOf(row: IntentRow, outcomes: readonly OutcomeRow[]): AuditRecord {
  const outcome = outcomes.at(-1)
  const identity = parseIdentity(row.detail)
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    actor: row.actor,
    role: row.role,
    actorIssuer: identity?.issuer ?? null,
    actorSubject: identity?.subject ?? null,
    action: row.action ?? '',
    targets: row.targets,
    reason: row.reason,
    ticket: row.ticket,
    requestId: row.requestId,
    before: row.before as JsonValue,
    wanted: row.after as JsonValue,
    outcome: outcome?.outcome ?? 'open',
    outcomeAt: outcome?.at.toISOString() ?? null,
    outcomeSeq: outcome?.seq ?? null,
    detail: outcome?.detail ?? null,
    result: (withoutWrites(outcome?.after) as JsonValue | undefined) ?? null,
    wrote: removeDerivedDuplicates(outcomes.flatMap(({ after }) => writesOf(after))),
    hash: row.hash,
  }
}
