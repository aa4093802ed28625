import { z } from 'zod'
import { type Db, prismaClient } from '#lib/store/database/client.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { type EntryContent, entryHash, FORMAT, GENESIS, type JsonValue, type Outcome } from './entry.ts'

/** Result of a verification: the chain is intact, or the first broken row. */
export type Verdict =
  | { readonly ok: true; readonly entries: bigint; readonly hash: string }
  | { readonly ok: false; readonly seq: bigint; readonly problem: string }

/** An entry as recorded outside the database: without it a truncated chain would look intact. */
export interface Anchor {
  readonly seq: bigint
  readonly hash: string
}

const PAGE = 1_000

/**
 * An entry as the database has it. Times and lists are text and JSON: a manipulated row may hold
 * values that have no other form.
 */
interface Link extends Omit<EntryContent, 'kind' | 'at' | 'targets' | 'outcome'> {
  readonly seq: bigint
  readonly format: number
  readonly kind: string
  /** Milliseconds since 1970, unless the row is manipulated. */
  readonly at: string
  readonly targets: JsonValue
  readonly outcome: string | null
  readonly prevHash: string
  readonly hash: string
}

const SEQ = { seq: true } as const

/** The position before the first entry. */
export const CHAIN_START: Anchor = { seq: 0n, hash: GENESIS }

/** The recorded end of the chain. */
export async function chainEnd(db: Db): Promise<Anchor> {
  return (await db.auditHead.findUnique({ where: { id: 1 }, select: { seq: true, hash: true } })) ?? CHAIN_START
}

/** Verifies the chain up to its present end: all of it, or from a verified entry on. */
export async function verifyAudit(db: Db, anchor: Anchor | null = null, from: Anchor = CHAIN_START): Promise<Verdict> {
  const head = await chainEnd(db)
  // The loop below never meets such an entry, but lists show it.
  const early = await db.auditEntry.findFirst({
    where: { seq: { lte: CHAIN_START.seq } },
    orderBy: { seq: 'asc' },
    select: SEQ,
  })
  if (early) return broken(early.seq, 'The entry precedes the start of the chain.')
  if (anchor && anchor.seq > head.seq) return broken(head.seq + 1n, 'The entry is missing: a later one is known.')
  let { seq, hash } = from
  while (seq < head.seq) {
    const rows = await linksAfter(db, seq, head.seq)
    if (rows.length === 0) return broken(seq + 1n, 'The entry is missing.')
    for (const row of rows) {
      const fault = faultOf(row, { seq, hash })
      if (fault !== null) return fault
      seq = row.seq
      hash = row.hash
      if (anchor?.seq === seq && anchor.hash !== hash)
        return broken(seq, 'The entry differs from the one noted: its hash does not match.')
    }
  }
  if (hash !== head.hash) return broken(seq, 'The recorded end of the chain has a different hash.')
  const beyond = await db.auditEntry.findFirst({
    where: { seq: { gt: head.seq } },
    orderBy: { seq: 'asc' },
    select: SEQ,
  })
  // Entries written during the verification are later, too: compare only when the end did not move.
  const now = (await db.auditHead.findUnique({ where: { id: 1 }, select: SEQ }))?.seq ?? 0n
  if (beyond && now === head.seq) return broken(beyond.seq, 'The entry is after the end of the chain.')
  const noted = seq === from.seq ? null : await findWrongStatus(db, from.seq)
  if (noted !== null) return broken(noted, 'Its recorded outcome differs from the chain.')
  return { ok: true, entries: seq, hash }
}

function linksAfter(db: Db, seq: bigint, last: bigint): Promise<readonly Link[]> {
  return db.$queryRaw<Link[]>`
    SELECT seq, format, kind, round(extract(epoch FROM at) * 1000)::text AS at, actor, role, action,
      coalesce(to_json(targets), '[]') AS targets, reason, ticket, request_id AS "requestId", before, after,
      intent_seq AS "intentSeq", outcome, detail, prev_hash AS "prevHash", hash
    FROM audit_entry WHERE seq > ${seq} AND seq <= ${last} ORDER BY seq LIMIT ${PAGE}`
}

/**
 * The first intent after `after` whose stored status differs from its last outcome, or a status of
 * an entry that is no intent.
 */
async function findWrongStatus(db: Db, after: bigint): Promise<bigint | null> {
  const [row] = await db.$queryRaw<{ seq: bigint }[]>`
    SELECT e.seq FROM audit_entry e
      LEFT JOIN audit_status s ON s.intent_seq = e.seq
      LEFT JOIN LATERAL (
        SELECT o.seq, o.outcome FROM audit_entry o WHERE o.intent_seq = e.seq ORDER BY o.seq DESC LIMIT 1
      ) o ON true
     WHERE e.seq > ${after} AND CASE WHEN e.kind = 'intent'
       THEN s.outcome IS DISTINCT FROM coalesce(o.outcome, 'open') OR s.outcome_seq IS DISTINCT FROM o.seq
       ELSE s.intent_seq IS NOT NULL END
     ORDER BY e.seq LIMIT 1`
  return row?.seq ?? null
}

/** The fault of an entry that follows a verified one. */
function faultOf(row: Link, { seq, hash }: Anchor): Verdict | null {
  const expected = seq + 1n
  if (row.seq !== expected) return broken(expected, 'The entry is missing.')
  if (row.format !== FORMAT)
    return broken(expected, `The entry has format ${row.format}, which this version does not know.`)
  const content = contentOf(row)
  if (content === null || row.hash !== entryHash(row.seq, content, row.prevHash))
    return broken(expected, 'The entry was changed: its hash does not match.')
  if (row.prevHash === hash) return null
  if (seq === CHAIN_START.seq) return broken(expected, 'The entry does not begin the chain: it follows another one.')
  return broken(
    seq,
    `Entries ${seq} and ${expected} disagree: each has the right hash, yet ${expected} was written after another entry ${seq}. Most likely ${seq} was changed or replaced and its hash computed again; the same done to ${expected} would look alike.`,
  )
}

/** Null for a row that is no entry: with a time such as `infinity`, or a target that is no text. */
function contentOf({ kind, at, targets, outcome, ...row }: Link): EntryContent | null {
  const time = new Date(Number(at))
  if (Number.isNaN(time.getTime()) || !isTexts(targets)) return null
  return {
    ...row,
    kind: kind as EntryContent['kind'],
    at: time.toISOString(),
    targets,
    outcome: outcome as Outcome | null,
  }
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function broken(seq: bigint, problem: string): Verdict {
  return { ok: false, seq, problem }
}

const Question = z.object({
  /** `NUMBER:HASH` of an entry recorded elsewhere. */
  expect: z
    .string()
    .regex(/^\d{1,18}:[0-9a-f]{64}$/)
    .nullable(),
})

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), entries: z.string(), hash: z.string() }),
  z.object({ ok: z.literal(false), seq: z.string(), problem: z.string() }),
])

export type AuditVerdict = z.infer<typeof Answer>

/** Verifies the chain and yields the verdict as one line, for the `hap` command. */
export function verifyAsLines(args: unknown): (connection: Connection) => AsyncIterable<string> {
  const anchor = parseAnchor(Question.parse(args).expect)
  return async function* (connection) {
    const client = prismaClient(connection, () => {})
    try {
      const verdict = await verifyAudit(client, anchor)
      yield JSON.stringify(verdict, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    } finally {
      await client.$disconnect()
    }
  }
}

export function parseVerdict(line: string): AuditVerdict {
  return Answer.parse(JSON.parse(line))
}

function parseAnchor(expect: string | null): Anchor | null {
  const [seq, hash] = expect?.split(':') ?? []
  return seq === undefined || hash === undefined ? null : { seq: BigInt(seq), hash }
}
