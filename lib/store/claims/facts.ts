import { REQUEST_TIMEOUT, RETURN_IN_DOUBT, SLOT_ORDER, slotColumns } from '#lib/store/claims/leases.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { OPEN, QUEUED } from './claim-row.ts'
import type { DecisionOrder, Facts, GivenBinding, Question } from './ledger.ts'

interface FactsRow extends Omit<Facts, 'beingTaken' | 'given' | 'aheadOfTenant'> {
  readonly n: number
  readonly given: readonly (Omit<GivenBinding, 'mayLand'> & { readonly may_land: boolean })[]
  readonly being_taken: Facts['beingTaken']
  readonly ahead_of_tenant: Facts['aheadOfTenant']
}

/**
 * Reads the facts of several decisions with one statement and locks claims and slots; null for each
 * whose lease or slot is lost. Facts of an account may change until the account is locked; facts of
 * the slot may not.
 */
export async function readFacts(tx: Db, orders: readonly DecisionOrder[]): Promise<readonly (Facts | null)[]> {
  const asks = orders.map(({ lease: { id, token }, slot, question }, n) => ({
    ...askOf(n, id, question),
    token: String(token),
    ...(slot && { ...slotColumns(slot.key), slot_token: String(slot.token) }),
  }))
  const found = await selectFacts(tx, asks, MINE)
  return orders.map((_, n) => found.get(n) ?? null)
}

/** The facts for a claim arriving now, after all others. Locks nothing: no decision may use them. */
export async function previewFacts(db: Db, question: Question): Promise<Facts> {
  const found = (await selectFacts(db, [askOf(0, '', question)], LAST)).get(0)
  if (!found) throw new Error('The database returned no facts of claims.')
  return found
}

/** A row of `ask`: index, the asking claim (which is not counted) and the question. */
function askOf(n: number, id: string, { slot, poolKey, accounts, clusters }: Question): object {
  return { n, id, pool_key: poolKey, accounts, clusters, ...(slot && slotColumns(slot)) }
}

/**
 * Claims and slots of the decisions, locked, with their tickets. Slots are locked before claims,
 * and both in order, so that statements do not deadlock.
 */
const MINE = Prisma.sql`
  held AS MATERIALIZED (
    SELECT ask.n FROM tenant_slot AS slot JOIN ask USING (tenant, hyperscaler_type, eu_access)
    WHERE slot.token = ask.slot_token AND slot.holder IS NOT NULL
    ${SLOT_ORDER} FOR UPDATE OF slot
  ),
  mine AS MATERIALIZED (
    SELECT ask.n, claim.ticket FROM claim JOIN ask ON ask.id = claim.id
    WHERE claim.token = ask.token AND claim.status IN ('pending', 'waiting', 'intent')
      AND (ask.slot_token IS NULL OR ask.n IN (SELECT n FROM held))
    ORDER BY claim.id FOR UPDATE OF claim
  )`

const LAST = Prisma.sql`mine AS (SELECT n, 9223372036854775807::bigint AS ticket FROM ask)`

/** Claims for dedicated accounts of the slot in question. */
const OF_SLOT = Prisma.sql`claim.tenant = ask.tenant AND claim.hyperscaler_type = ask.hyperscaler_type
  AND claim.eu_access = ask.eu_access AND claim.outcome IN ('claim', 'reuse') AND claim.id <> ask.id`

async function selectFacts(db: Db, asks: readonly object[], mine: Prisma.Sql): Promise<ReadonlyMap<number, Facts>> {
  const rows = await db.$queryRaw<FactsRow[]>`
    WITH ask AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asks)}::jsonb) AS ask (n int, id text, token bigint, tenant text,
        hyperscaler_type text, eu_access boolean, slot_token bigint, pool_key text, accounts text[], clusters text[])
    ),
    ${mine},
    given AS MATERIALIZED (
      SELECT n, kind, namespace, name, account, coalesce(max(epoch), 0) AS epoch, bool_or(may_land) AS may_land FROM (
        SELECT ask.n, binding_kind, binding_namespace, binding_name, account, epoch, false
        FROM ask JOIN claim ON ${OF_SLOT}
        WHERE binding_name IS NOT NULL AND (
          status IN ('reserved', 'active', 'releasing')
          OR (status = 'released' AND released_at > clock_timestamp() - ${RETURN_IN_DOUBT})
        )
        UNION ALL
        SELECT ask.n, binding_kind, binding_namespace, binding_name, account, epoch,
          returned_at > clock_timestamp() - ${REQUEST_TIMEOUT}
        FROM ask JOIN returned_binding USING (tenant, hyperscaler_type, eu_access)
        WHERE returned_at > clock_timestamp() - ${RETURN_IN_DOUBT}
      ) AS known (n, kind, namespace, name, account, epoch, may_land)
      GROUP BY 1, 2, 3, 4, 5
    ),
    wanted AS (SELECT n, unnest(accounts) AS account FROM ask UNION SELECT n, account FROM given),
    counts AS MATERIALIZED (
      SELECT wanted.n, claim.account, count(*) FILTER (WHERE status = 'active')::int AS active,
        count(*) FILTER (WHERE status <> 'active')::int AS reserved,
        coalesce(jsonb_agg(cluster) FILTER (WHERE cluster = ANY(ask.clusters)), '[]') AS registered
      FROM wanted JOIN ask USING (n) JOIN claim ON claim.account = wanted.account
      WHERE status IN ${OPEN} AND claim.id <> ask.id
      GROUP BY wanted.n, claim.account
    ),
    queued AS (
      SELECT mine.n, count(claim.id)::int AS ahead,
        count(*) FILTER (WHERE claim.tenant = ask.tenant)::int AS ahead_of_tenant
      FROM mine JOIN ask USING (n) LEFT JOIN claim
        ON claim.pool_key = ask.pool_key AND ${QUEUED} AND claim.ticket < mine.ticket
      GROUP BY mine.n
    ),
    taking AS MATERIALIZED (
      SELECT id, pool_key, account FROM claim
      WHERE pool_key IN (SELECT pool_key FROM ask) AND status = 'intent' AND outcome = 'claim'
    )
    SELECT ask.n,
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'namespace', namespace, 'name', name, 'account', account, 'epoch', epoch, 'may_land', may_land)), '[]')
        FROM given WHERE given.n = ask.n) AS given,
      (SELECT coalesce(jsonb_agg(to_jsonb(counts) - 'n'), '[]') FROM counts WHERE counts.n = ask.n) AS counts,
      (SELECT coalesce(jsonb_agg(claim.id), '[]') FROM claim WHERE ${OF_SLOT} AND status = 'intent') AS rivals,
      (SELECT coalesce(jsonb_agg(account), '[]') FROM account_fence
        WHERE holder IS NOT NULL AND lease_until > clock_timestamp()) AS fenced,
      (SELECT coalesce(jsonb_agg(account), '[]') FROM taking
        WHERE taking.pool_key = ask.pool_key AND taking.id <> ask.id) AS being_taken,
      queued.ahead, queued.ahead_of_tenant
    FROM mine JOIN ask USING (n) JOIN queued USING (n)`
  return new Map(
    rows.map(({ n, being_taken: beingTaken, ahead_of_tenant: aheadOfTenant, given, ...rest }) => {
      const bindings = given.map(({ may_land: mayLand, ...binding }) => ({ ...binding, mayLand }))
      return [n, { ...rest, beingTaken, aheadOfTenant, given: bindings }]
    }),
  )
}
