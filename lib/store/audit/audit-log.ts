import { CONSOLE_NAME } from '#lib/auth/reserved-names.ts'
import { Batcher } from '#lib/store/batcher.ts'
import type { Db, RawQueries } from '#lib/store/database/client.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'
import {
  type EntryContent,
  entryHash,
  FORMAT,
  GENESIS,
  type IntentDraft,
  intentContent,
  type OutcomeDraft,
  outcomeContent,
} from './entry.ts'
import { type Refusal, RefusalLimit } from './refusal-limit.ts'

/** An audit record cannot be written, so the action must not happen. */
export class AuditError extends StoreError {
  static {
    sameAcrossBundles(AuditError, 'AuditError')
  }

  override readonly name = 'AuditError'
}

/**
 * Writes the audit chain. Batches what arrives while a transaction runs: the chain has one end, for
 * which many writers would queue.
 */
export class AuditLog {
  readonly #now: () => Date
  readonly #isWhole: (draft: IntentDraft, detail: string) => boolean
  readonly #limit = new RefusalLimit()
  readonly #entries: Batcher<EntryContent, bigint>

  /** `isWhole`: whether a refusal is recorded by itself, however many there are. */
  constructor(
    store: Store,
    now: () => Date = () => new Date(store.now()),
    isWhole: (draft: IntentDraft, detail: string) => boolean = () => false,
  ) {
    this.#now = now
    this.#isWhole = isWhole
    this.#entries = new Batcher(contents =>
      store.transaction(tx => appendEntries(tx, contents), { isolation: 'read-committed' }),
    )
  }

  /** Records an intent and returns its number. Throws AuditError: the action must not happen. */
  intent(draft: IntentDraft): Promise<bigint> {
    return this.#append(intentContent(draft, this.#now()))
  }

  /**
   * Records the outcome of an intent. Throws AuditError; the intent then stays open and becomes
   * `unknown`.
   */
  async outcome(draft: OutcomeDraft): Promise<void> {
    await this.#append(outcomeContent(draft, this.#now()))
  }

  /**
   * Records an intent that was refused before it began. Many refusals of one user with one action
   * become one entry, which `summarizeRefusals` writes.
   */
  async refused(draft: IntentDraft, detail: string): Promise<void> {
    if (this.#isWhole(draft, detail) || this.#limit.take({ draft, detail }, this.#now().getTime()))
      await this.#appendRefused({ draft, detail })
  }

  /** Records the summaries of refusals whose minute is over, at the end of the process of all. */
  async summarizeRefusals(isEnd = false): Promise<void> {
    const now = isEnd ? Number.POSITIVE_INFINITY : this.#now().getTime()
    for (let next = this.#limit.takeSummary(now); next; next = this.#limit.takeSummary(now)) {
      try {
        await this.#appendRefused(next)
      } catch (error) {
        this.#limit.putBack(next)
        throw error
      }
    }
  }

  async #appendRefused({ draft, detail }: Refusal): Promise<void> {
    const intent = await this.intent(draft)
    await this.outcome({ intent, actor: draft.actor, outcome: 'refused', detail })
  }

  async #append(content: EntryContent): Promise<bigint> {
    try {
      return await this.#entries.add(content)
    } catch (error) {
      const reason = error instanceof StoreError ? error.message : 'The entry was not accepted.'
      throw new AuditError(`The audit log cannot be written, so no change is allowed. ${reason}`, { cause: error })
    }
  }
}

interface Head {
  readonly seq: bigint
  readonly hash: string
}

/** An entry with its number and hashes. */
interface ChainLink extends EntryContent, Head {
  readonly prevHash: string
}

/**
 * Appends entries to the chain within a `read-committed` transaction and returns their numbers.
 * Locks the end of the chain until the commit, so call it last.
 */
export async function appendEntries(tx: RawQueries, contents: readonly EntryContent[]): Promise<readonly bigint[]> {
  let head = (await lockHead(tx)) ?? (await createHead(tx))
  const links = contents.map(content => {
    const [seq, prevHash] = [head.seq + 1n, head.hash]
    head = { seq, hash: entryHash(seq, content, prevHash) }
    return { ...content, ...head, prevHash }
  })
  await writeLinks(tx, links, head)
  return links.map(({ seq }) => seq)
}

async function lockHead(tx: RawQueries): Promise<Head | null> {
  const [head] = await tx.$queryRaw<Head[]>`SELECT seq, hash FROM audit_head WHERE id = 1 FOR UPDATE`
  return head ?? null
}

async function createHead(tx: RawQueries): Promise<Head> {
  await tx.$executeRaw`INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, ${GENESIS}) ON CONFLICT DO NOTHING`
  const head = await lockHead(tx)
  if (!head) throw new Error('The end of the audit chain is missing.')
  return head
}

/**
 * Writes everything with one statement, since every other writer waits for it. The status of an
 * intent follows from the chain (its last outcome counts) and is stored for filters.
 */
async function writeLinks(tx: RawQueries, links: readonly ChainLink[], { seq, hash }: Head): Promise<void> {
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
  if (row?.ended !== intents.size) throw new Error('An outcome was recorded of an intent that does not exist.')
}

function columnsOf({ seq, requestId, intentSeq, prevHash, ...link }: ChainLink): object {
  return {
    ...link,
    seq: String(seq),
    request_id: requestId,
    intent_seq: intentSeq === null ? null : String(intentSeq),
    prev_hash: prevHash,
  }
}

/**
 * Records a completed action in the `read-committed` transaction that performs it, so that both
 * commit together. Call it last.
 */
export async function appendCompleted(tx: Db, draft: IntentDraft, at: Date): Promise<void> {
  const [intent] = await appendEntries(tx, [intentContent(draft, at)])
  if (intent === undefined) throw new Error('The entry has no number.')
  await appendEntries(tx, [outcomeContent({ intent, actor: draft.actor, outcome: 'accepted', detail: null }, at)])
}

const MAX_CLOSED = 500

/** Actor of outcomes that the console records for crashed processes. */
export const CONSOLE_ACTOR = { name: CONSOLE_NAME, role: null } as const

/**
 * Closes intents older than `before` without an outcome as `unknown`: their process crashed.
 * Returns how many. Runs at the start and periodically; resolvers append the real outcome later.
 */
export async function closeAbandoned(store: Store, before: Date): Promise<number> {
  const now = new Date(store.now())
  const detail = 'No outcome was recorded; the process may have stopped first.'
  return store.transaction(
    async tx => {
      // Locks the end of the chain first, so that two replicas do not close the same intent twice.
      await tx.$queryRaw`SELECT id FROM audit_head WHERE id = 1 FOR UPDATE`
      const open = await tx.auditStatus.findMany({
        where: { outcome: 'open', intent: { at: { lt: before } } },
        select: { intentSeq: true },
        orderBy: { intentSeq: 'asc' },
        take: MAX_CLOSED,
      })
      const contents = open.map(({ intentSeq }) =>
        outcomeContent({ intent: intentSeq, actor: CONSOLE_ACTOR, outcome: 'unknown', detail }, now),
      )
      if (contents.length > 0) await appendEntries(tx, contents)
      return contents.length
    },
    { isolation: 'read-committed' },
  )
}
