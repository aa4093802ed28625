import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { SlotLease } from '#lib/store/slots/tenant-slot.ts'
import { OPEN } from './claim-row.ts'
import type { DecisionOrder, Facts, Question } from './ledger.ts'

/** A binding that was given back stays in question for this long: no cache of an API server lags by more. */
const GIVEN_BACK = Prisma.sql`interval '1 hour'`

interface FactsRow extends Omit<Facts, 'beingTaken'> {
  readonly held: boolean
  readonly mine: boolean
  readonly being_taken: Facts['beingTaken']
}

/**
 * All facts of a decision with one statement, and locks on what gives the right to it; null when claim or slot is not ours any
 * more. What it says of accounts may change until the account is locked; what it says of the slot may not.
 */
export async function readFacts(tx: Db, { lease, slot, question }: DecisionOrder): Promise<Facts | null> {
  const { id, token } = lease
  const mine = Prisma.sql`
    SELECT ticket FROM claim
    WHERE id = ${id} AND token = ${token} AND status IN ('pending', 'waiting', 'intent')
      AND (SELECT count(*) FROM held) = 1
    FOR UPDATE`
  return facts(tx, question, { id, held: heldSlot(slot), mine })
}

/** The same facts for a claim that came now, after all others: nothing is locked, and nothing may be decided by them. */
export async function lookAtFacts(db: Db, question: Question): Promise<Facts> {
  const last = Prisma.sql`SELECT 9223372036854775807::bigint AS ticket`
  const found = await facts(db, question, { id: '', held: heldSlot(null), mine: last })
  if (found === null) throw new Error('The database told nothing of its claims.')
  return found
}

interface Asker {
  /** The claim that asks; it is not among what is found. */
  readonly id: string
  /** One row while it may ask. */
  readonly held: Prisma.Sql
  /** One row with its ticket. */
  readonly mine: Prisma.Sql
}

async function facts(db: Db, question: Question, { id, held, mine }: Asker): Promise<Facts | null> {
  const { poolKey, accounts, clusters } = question
  const [row] = await db.$queryRaw<FactsRow[]>`
    WITH held AS MATERIALIZED (${held}),
    mine AS MATERIALIZED (${mine}),
    ${givenBindings(question.slot, id)},
    wanted AS (SELECT unnest(${[...accounts]}::text[]) AS account UNION SELECT account FROM given),
    counts AS (
      SELECT claim.account, count(*) FILTER (WHERE status = 'active')::int AS active,
        count(*) FILTER (WHERE status <> 'active')::int AS reserved,
        coalesce(jsonb_agg(cluster) FILTER (WHERE cluster = ANY(${[...clusters]}::text[])), '[]') AS registered
      FROM wanted JOIN claim ON claim.account = wanted.account
      WHERE status IN ${OPEN} AND id <> ${id}
      GROUP BY claim.account
    )
    SELECT EXISTS (SELECT 1 FROM held) AS held, EXISTS (SELECT 1 FROM mine) AS mine,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'namespace', namespace, 'name', name, 'epoch', epoch)), '[]')
        FROM given) AS given,
      (SELECT coalesce(jsonb_agg(to_jsonb(counts)), '[]') FROM counts) AS counts,
      ${rivalsIn(question.slot, id)} AS rivals,
      (SELECT coalesce(jsonb_agg(account), '[]') FROM account_fence
        WHERE holder IS NOT NULL AND lease_until > clock_timestamp()) AS fenced,
      (SELECT coalesce(jsonb_agg(account), '[]') FROM claim
        WHERE pool_key = ${poolKey} AND status = 'intent' AND outcome = 'claim' AND id <> ${id}) AS being_taken,
      (SELECT count(*)::int FROM claim
        WHERE pool_key = ${poolKey} AND status = 'waiting' AND ticket < (SELECT ticket FROM mine)) AS ahead`
  if (!row?.held || !row.mine) return null
  const { given, counts, rivals, fenced, being_taken: beingTaken, ahead } = row
  return { given, counts, rivals, fenced, beingTaken, ahead }
}

/** One row while the slot is ours, locked so that it stays so until the commit. */
function heldSlot(slot: SlotLease | null): Prisma.Sql {
  if (slot === null) return Prisma.sql`SELECT 1`
  const { tenant, hyperscalerType, euAccess } = slot.key
  return Prisma.sql`
    SELECT 1 FROM tenant_slot
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${slot.token} AND holder IS NOT NULL
    FOR UPDATE`
}

function givenBindings(slot: DecisionOrder['question']['slot'], except: string): Prisma.Sql {
  const columns = Prisma.sql`binding_kind AS kind, binding_namespace AS namespace, binding_name AS name, account,
    coalesce(max(epoch), 0) AS epoch`
  if (slot === null)
    return Prisma.sql`given AS MATERIALIZED (SELECT ${columns} FROM claim WHERE false GROUP BY 1, 2, 3, 4)`
  return Prisma.sql`given AS MATERIALIZED (
    SELECT ${columns} FROM claim
    WHERE ${ofSlot(slot)} AND id <> ${except} AND binding_name IS NOT NULL AND (
      status IN ('reserved', 'active', 'releasing')
      OR (status = 'released' AND released_at > clock_timestamp() - ${GIVEN_BACK})
    )
    GROUP BY 1, 2, 3, 4
  )`
}

function rivalsIn(slot: DecisionOrder['question']['slot'], except: string): Prisma.Sql {
  if (slot === null) return Prisma.sql`'[]'::jsonb`
  return Prisma.sql`(SELECT coalesce(jsonb_agg(id), '[]') FROM claim
    WHERE ${ofSlot(slot)} AND status = 'intent' AND id <> ${except})`
}

/** Claims for dedicated accounts of one slot. */
function ofSlot({ tenant, hyperscalerType, euAccess }: NonNullable<DecisionOrder['question']['slot']>): Prisma.Sql {
  return Prisma.sql`tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
    AND outcome IN ('claim', 'reuse')`
}
