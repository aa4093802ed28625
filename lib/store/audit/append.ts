import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { EntryContent, JsonValue } from './entry.ts'
import { entryHash, FORMAT, GENESIS } from './hash.ts'

/**
 * Appends entries to the chain within a transaction of isolation `read-committed` and returns their numbers. It locks the end of
 * the chain until the commit, so that it comes last in its transaction.
 */
export async function appendEntries(tx: Db, contents: readonly EntryContent[]): Promise<readonly bigint[]> {
  const head = await lockHead(tx)
  let { seq, hash } = head
  const rows = contents.map(content => {
    const prevHash = hash
    seq += 1n
    hash = entryHash(seq, content, prevHash)
    return { ...content, seq, hash, prevHash }
  })
  await tx.auditEntry.createMany({
    data: rows.map(row => ({
      ...row,
      format: FORMAT,
      at: new Date(row.at),
      targets: [...row.targets],
      before: json(row.before),
      after: json(row.after),
    })),
  })
  await noteStatus(tx, rows)
  await tx.auditHead.update({ where: { id: 1 }, data: { seq, hash } })
  return rows.map(row => row.seq)
}

async function lockHead(tx: Db): Promise<{ seq: bigint; hash: string }> {
  await tx.$executeRaw`INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, ${GENESIS}) ON CONFLICT DO NOTHING`
  const [head] = await tx.$queryRaw<{ seq: bigint; hash: string }[]>`
    SELECT seq, hash FROM audit_head WHERE id = 1 FOR UPDATE`
  if (!head) throw new Error('The end of the audit chain is missing.')
  return head
}

/** Follows from the chain; kept so that lists can be filtered by it. */
async function noteStatus(tx: Db, rows: readonly (EntryContent & { readonly seq: bigint })[]): Promise<void> {
  const intents = rows.filter(({ kind }) => kind === 'intent')
  await tx.auditStatus.createMany({ data: intents.map(({ seq }) => ({ intentSeq: seq, outcome: 'open' })) })
  // The last word on an intent counts.
  const ended = new Map(
    rows.flatMap(({ seq, intentSeq, outcome }) =>
      intentSeq === null || outcome === null ? [] : [[intentSeq, { seq, outcome }]],
    ),
  )
  if (ended.size === 0) return
  const last = [...ended.values()]
  const updated = await tx.$executeRaw`
    UPDATE audit_status SET outcome = ended.outcome, outcome_seq = ended.seq
    FROM unnest(
      ${[...ended.keys()]}::bigint[], ${last.map(({ outcome }) => outcome)}::text[], ${last.map(({ seq }) => seq)}::bigint[]
    ) AS ended (intent_seq, outcome, seq)
    WHERE audit_status.intent_seq = ended.intent_seq`
  if (updated !== ended.size) throw new Error('An outcome was recorded of an intent that is not there.')
}

function json(value: JsonValue): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue)
}
