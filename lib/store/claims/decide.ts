import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { lockKeys } from '#lib/store/transaction.ts'
import { CLAIM_COLUMNS, type ClaimRow, claimOfRow, firstClaim, ON_ACCOUNT, OPEN, WITHOUT_BINDING } from './claim-row.ts'
import { readFacts } from './facts.ts'
import { LEASE_END } from './leases.ts'
import type { Choice, DecisionOrder, Facts, Grounds, Pick, Verdict } from './ledger.ts'

type WithoutAccount = Exclude<Choice, { readonly kind: 'take' }> | typeof LOST

/**
 * Decides claims in one short transaction: facts, decisions, reservations and intents. The slot's
 * lease serialises claims of a slot, the pool's lock those of a shared pool, and the account's lock
 * everything on one account.
 */
export function decide(store: Store, orders: readonly DecisionOrder[]): Promise<readonly Verdict[]> {
  const pools = orders.flatMap(({ slot, question }) =>
    slot === null && question.poolKey !== '' ? question.poolKey : [],
  )
  return store.transaction(
    async tx => {
      if (pools.length > 0) await lockKeys(tx, pools)
      const facts = await readFacts(tx, orders)
      const verdicts = new Map<number, Verdict>()
      const reservations = new Map<string, Reservation>()
      for (const [n, order] of orders.entries()) {
        const known = facts[n]
        const choice = known ? order.choose(withTaken(known, order, reservations.values())) : LOST
        if (choice.kind !== 'take') verdicts.set(n, await endWithoutAccount(tx, order, choice))
        else if (!reservations.has(choice.pick.account)) reservations.set(choice.pick.account, { ...choice, n, order })
        // It could not count what this transaction is about to do on the account.
        else verdicts.set(n, { kind: 'passed-over', account: choice.pick.account, why: 'count' })
      }
      for (const [n, verdict] of await reserve(tx, [...reservations.values()])) verdicts.set(n, verdict)
      return orders.map((_, n) => verdicts.get(n) ?? LOST)
    },
    { isolation: 'read-committed' },
  )
}

export async function decideAlone(store: Store, order: DecisionOrder): Promise<Verdict> {
  const [verdict = LOST] = await decide(store, [order])
  return verdict
}

/** Adds the accounts that earlier orders of the batch take from the same pool. */
function withTaken(facts: Facts, { question }: DecisionOrder, before: Iterable<Reservation>): Facts {
  const taken = [...before].filter(
    ({ pick, grounds }) => pick.outcome === 'claim' && grounds.poolKey === question.poolKey,
  )
  return { ...facts, beingTaken: [...facts.beingTaken, ...taken.map(({ pick }) => pick.account)] }
}

/** Writes a waiting or refused claim and releases its lease; passes other choices on. */
async function endWithoutAccount(tx: Db, order: DecisionOrder, choice: WithoutAccount): Promise<Verdict> {
  if (choice.kind !== 'wait' && choice.kind !== 'refuse') return choice
  const status = choice.kind === 'wait' ? 'waiting' : 'refused'
  const queuedAt = status === 'waiting' ? Prisma.sql`coalesce(queued_at, clock_timestamp())` : Prisma.sql`queued_at`
  const cause = choice.kind === 'refuse' ? (choice.cause ?? null) : null
  const claim = firstClaim(
    await tx.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = ${status}::"ClaimStatus", cause = ${cause}, queued_at = ${queuedAt}, ${WITHOUT_BINDING}, ${GROUNDS}
      FROM jsonb_to_record(${JSON.stringify(groundsColumns(order, choice.grounds))}::jsonb)
        AS wanted (id text, token bigint, ${GROUNDS_TYPES})
      WHERE claim.id = wanted.id AND claim.token = wanted.token
      RETURNING ${CLAIM_COLUMNS}`,
  )
  return claim ? { kind: status, claim } : LOST
}

/** A reservation and the index of its order. */
interface Reservation extends Extract<Choice, { readonly kind: 'take' }> {
  readonly n: number
  readonly order: DecisionOrder
}

/** Another process has the lease of the claim or its slot. */
const LOST = { kind: 'lost' } as const

interface Others {
  readonly asked: string
  readonly open: number
  readonly foreign: boolean
}

type Reserved = Others & ClaimRow
type NotReserved = Others & { readonly id: null }

/**
 * Whether the claim `other` keeps a tenant from the account. An adopted claim may contradict the
 * rules and does not keep the owner from its account, but a free account with an adopted cluster of
 * another tenant is not taken.
 */
function isForeign(outcome: Prisma.Sql, tenant: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(NOT other.adopted OR ${outcome} = 'claim') AND (
    (other.outcome = 'shared') <> (${outcome} = 'shared') OR (${outcome} <> 'shared' AND other.tenant <> ${tenant})
  )`
}

/** Whether open or releasing claims of other tenants are on the account of a pick. */
export async function isTakenByOthers(db: Db, { account, outcome }: Pick, tenant: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ foreign: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM claim AS other
      WHERE other.account = ${account} AND other.status IN ${ON_ACCOUNT}
        AND ${isForeign(Prisma.sql`${outcome}::text`, Prisma.sql`${tenant}::text`)}
    ) AS foreign`
  return row?.foreign === true
}

/** Reserves accounts. Locks them first, so that what it then reads holds until the commit. */
async function reserve(tx: Db, reservations: readonly Reservation[]): Promise<readonly (readonly [number, Verdict])[]> {
  if (reservations.length === 0) return []
  const fenced = await lockAccounts(
    tx,
    reservations.map(({ pick }) => pick.account),
  )
  const unseen = await findChangedSiblings(tx, reservations)
  const rows = await writeIntents(
    tx,
    reservations.filter(({ pick }) => !fenced.has(pick.account) && !unseen.has(pick.account)),
  )
  return reservations.map(({ n, order, pick: { account, counted } }) => {
    if (fenced.has(account)) return [n, { kind: 'passed-over', account, why: 'fenced' }]
    const bindings = unseen.get(account)
    if (bindings) return [n, { kind: 'look', bindings }]
    const row = rows.get(order.lease.id)
    if (!row) return [n, LOST]
    if (row.id !== null) return [n, { kind: 'taken', claim: claimOfRow(row) }]
    if (row.foreign) return [n, { kind: 'passed-over', account, why: 'foreign' }]
    return [n, row.open === counted || counted === null ? LOST : { kind: 'passed-over', account, why: 'count' }]
  })
}

/** Locks accounts until the commit, always in the same order. Returns the fenced ones. */
async function lockAccounts(tx: Db, accounts: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ account: string; fenced: boolean }[]>`
    INSERT INTO account_fence (account) SELECT account FROM unnest(${[...accounts]}::text[]) AS wanted (account) ORDER BY account
    ON CONFLICT (account) DO UPDATE SET account = excluded.account
    RETURNING account, (holder IS NOT NULL AND lease_until > clock_timestamp()) AS fenced`
  return new Set(rows.flatMap(({ account, fenced }) => (fenced ? account : [])))
}

interface Sibling extends BindingRef {
  readonly account: string
  /** The latest epoch that a claim gave it. */
  readonly epoch: number
}

/**
 * By account: its other bindings that claims got after the caller read them. A finished claim may
 * have left its tenant there, with clusters, and an outdated cache would show the account as free.
 */
async function findChangedSiblings(
  tx: Db,
  reservations: readonly Reservation[],
): Promise<ReadonlyMap<string, readonly Omit<Sibling, 'account'>[]>> {
  const known = reservations.flatMap(({ pick: { account, siblings } }) => siblings.map(each => ({ account, ...each })))
  if (known.length === 0) return new Map()
  const rows = await tx.$queryRaw<Sibling[]>`
    SELECT known.account, kind, namespace, name, max(claim.epoch)::float8 AS epoch
    FROM jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      AS known (account text, kind text, namespace text, name text, epoch bigint)
    JOIN claim ON claim.account = known.account AND binding_kind = known.kind
      AND binding_namespace = known.namespace AND binding_name = known.name AND claim.epoch > known.epoch
    GROUP BY 1, 2, 3, 4`
  const unseen = new Map<string, Omit<Sibling, 'account'>[]>()
  for (const { account, ...binding } of rows) unseen.set(account, [...(unseen.get(account) ?? []), binding])
  return unseen
}

/** Writes intents. By claim: the written claim, or null with what is on the account. */
async function writeIntents(
  tx: Db,
  reservations: readonly Reservation[],
): Promise<ReadonlyMap<string, Reserved | NotReserved>> {
  const columns = reservations.map(({ order, pick, grounds }) => ({
    ...groundsColumns(order, grounds),
    outcome: pick.outcome,
    binding_kind: pick.binding.kind,
    binding_namespace: pick.binding.namespace,
    binding_name: pick.binding.name,
    binding_uid: pick.binding.uid,
    account: pick.account,
    counted: pick.counted,
    cluster_limit: pick.limit,
  }))
  const rows = await tx.$queryRaw<(Reserved | NotReserved)[]>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS wanted (id text, token bigint, outcome text,
        binding_kind text, binding_namespace text, binding_name text, binding_uid text, account text, counted int, cluster_limit int,
        ${GROUNDS_TYPES})
    ),
    others AS MATERIALIZED (
      SELECT wanted.id, count(*) FILTER (WHERE other.status IN ${OPEN})::int AS open,
        coalesce(bool_or(${isForeign(Prisma.sql`wanted.outcome`, Prisma.sql`own.tenant`)}), false) AS foreign
      FROM wanted JOIN claim AS own ON own.id = wanted.id
        LEFT JOIN claim AS other ON other.account = wanted.account AND other.status IN ${ON_ACCOUNT} AND other.id <> wanted.id
      GROUP BY wanted.id
    ),
    done AS (
      UPDATE claim SET status = 'intent', outcome = wanted.outcome::"ClaimOutcome", binding_kind = wanted.binding_kind,
        binding_namespace = wanted.binding_namespace, binding_name = wanted.binding_name,
        binding_uid = wanted.binding_uid, account = wanted.account,
        epoch = NULL, cluster_limit = wanted.cluster_limit, intent_at = clock_timestamp(), lease_until = ${LEASE_END},
        ${GROUNDS}
      FROM wanted JOIN others USING (id)
      WHERE claim.id = wanted.id AND claim.token = wanted.token AND NOT others.foreign
        AND (wanted.counted IS NULL OR others.open = wanted.counted)
      RETURNING ${CLAIM_COLUMNS}
    )
    SELECT others.id AS asked, others.open, others.foreign, done.* FROM others LEFT JOIN done ON done.id = others.id`
  return new Map(rows.map(row => [row.asked, row]))
}

/** The grounds of a decision as columns of `wanted`. */
function groundsColumns({ lease: { id, token }, audit }: DecisionOrder, grounds: Grounds): object {
  return {
    id,
    token: String(token),
    pool_key: grounds.poolKey,
    hyperscaler_type: grounds.hyperscalerType,
    eu_access: grounds.euAccess,
    selector: grounds.selector,
    rules_revision: grounds.rulesRevision,
    settings_version: grounds.settingsVersion,
    reasoning: grounds.reasoning,
    message: grounds.message,
    audit_seq: String(audit),
  }
}

const GROUNDS_TYPES = Prisma.sql`pool_key text, hyperscaler_type text, eu_access boolean, selector text,
  rules_revision text, settings_version int, reasoning jsonb, message text, audit_seq bigint`

const GROUNDS = Prisma.sql`pool_key = wanted.pool_key, hyperscaler_type = wanted.hyperscaler_type,
  eu_access = wanted.eu_access, selector = wanted.selector, rules_revision = wanted.rules_revision,
  settings_version = wanted.settings_version, semantics = 'documented', reasoning = wanted.reasoning,
  message = wanted.message, audit_seq = wanted.audit_seq, updated_at = clock_timestamp()`
