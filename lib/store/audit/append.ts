import type { RawQueries } from '#lib/store/database/raw-queries.ts'
import type { EntryContent } from './entry.ts'
import { entryHash, FORMAT, GENESIS } from './hash.ts'

interface Head {
  readonly seq: bigint
  readonly hash: string
}

/** An entry with its place in the chain. */
interface Link extends EntryContent, Head {
  readonly prevHash: string
}

/**
 * Appends entries to the chain within a transaction of isolation `read-committed` and returns their numbers. It locks the end of
 * the chain until the commit, so that it comes last in its transaction.
 */
export async function appendEntries(tx: RawQueries, contents: readonly EntryContent[]): Promise<readonly bigint[]> {
  let head = (await lockHead(tx)) ?? (await begin(tx))
  const links = contents.map(content => {
    const [seq, prevHash] = [head.seq + 1n, head.hash]
    head = { seq, hash: entryHash(seq, content, prevHash) }
    return { ...content, ...head, prevHash }
  })
  await write(tx, links, head)
  return links.map(({ seq }) => seq)
}

async function lockHead(tx: RawQueries): Promise<Head | null> {
  const [head] = await tx.$queryRaw<Head[]>`SELECT seq, hash FROM audit_head WHERE id = 1 FOR UPDATE`
  return head ?? null
}

async function begin(tx: RawQueries): Promise<Head> {
  await tx.$executeRaw`INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, ${GENESIS}) ON CONFLICT DO NOTHING`
  const head = await lockHead(tx)
  if (!head) throw new Error('The end of the audit chain is missing.')
  return head
}

/**
 * Everything with one statement: every writer waits for it. The status follows from the chain, the last word on an intent counts;
 * it is kept so that lists can be filtered by it.
 */
async function write(tx: RawQueries, links: readonly Link[], { seq, hash }: Head): Promise<void> {
  const [row] = await tx.$queryRaw<{ ended: number }[]>`
    WITH link AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(links.map(columnsOf))}::jsonb) AS link (seq bigint, kind text,
        at timestamptz, actor text, role text, action text, targets text[], reason text, ticket text, request_id text,
        before jsonb, after jsonb, intent_seq bigint, outcome text, detail text, prev_hash text, hash text)
    ),
    entry AS (
      INSERT INTO audit_entry (seq, format, kind, at, actor, role, action, targets, reason, ticket, request_id, before,
        after, intent_seq, outcome, detail, prev_hash, hash)
      SELECT seq, ${FORMAT}::smallint, kind, at, actor, role, action, targets, reason, ticket, request_id, before,
        after, intent_seq, outcome, detail, prev_hash, hash
      FROM link
    ),
    begun AS (INSERT INTO audit_status (intent_seq, outcome) SELECT seq, 'open' FROM link WHERE kind = 'intent'),
    ended AS (
      UPDATE audit_status AS status SET outcome = last.outcome, outcome_seq = last.seq
      FROM (
        SELECT DISTINCT ON (intent_seq) intent_seq, outcome, seq FROM link WHERE intent_seq IS NOT NULL
        ORDER BY intent_seq, seq DESC
      ) AS last
      WHERE status.intent_seq = last.intent_seq
      RETURNING 1
    )
    UPDATE audit_head SET seq = ${seq}, hash = ${hash} WHERE id = 1
    RETURNING (SELECT count(*)::int FROM ended) AS ended`
  const intents = new Set(links.flatMap(({ intentSeq }) => intentSeq ?? []))
  if (row?.ended !== intents.size) throw new Error('An outcome was recorded of an intent that is not there.')
}

function columnsOf({ seq, requestId, intentSeq, prevHash, ...link }: Link): object {
  return {
    ...link,
    seq: String(seq),
    request_id: requestId,
    intent_seq: intentSeq === null ? null : String(intentSeq),
    prev_hash: prevHash,
  }
}
