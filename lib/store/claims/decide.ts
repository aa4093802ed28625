import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { lockPoolSlots } from '#lib/store/slots/pool-slot.ts'
import type { Store } from '#lib/store/store.ts'
import { LEASE } from './arrival.ts'
import type { ClaimOutcome } from './claim-record.ts'
import { type ClaimRow, COLUMNS, ON_ACCOUNT, OPEN, oneRecord, recordOf } from './claim-row.ts'
import { readFacts } from './facts.ts'
import type { Choice, DecisionOrder, Pick, Verdict } from './ledger.ts'

type Taking = Extract<Choice, { readonly kind: 'take' }>
type Settling = Extract<Choice, { readonly kind: 'wait' | 'refuse' }>

/**
 * Facts, decision, reservation and intent in one short transaction. Claims of a slot are one after the other by its lease,
 * those of a shared pool by its lock, and all that happens on one account by the lock of that.
 */
export function decide(store: Store, order: DecisionOrder): Promise<Verdict> {
  return store.transaction(
    async tx => {
      if (order.slot === null && order.question.poolKey !== '') await lockPoolSlots(tx, [order.question.poolKey])
      const facts = await readFacts(tx, order)
      if (facts === null) return { kind: 'lost' }
      const choice = order.choose(facts)
      if (choice.kind === 'take') return reserve(tx, order, choice)
      return choice.kind === 'wait' || choice.kind === 'refuse' ? settle(tx, order, choice) : choice
    },
    { isolation: 'read-committed' },
  )
}

interface Others {
  readonly open: number
  readonly foreign: boolean
}

type Reserved = Others & ClaimRow
type Untaken = Others & { readonly id: null }

/**
 * Whether the claim `other` on the account keeps a tenant from it. What was adopted may be odd, and who has the account goes on all
 * the same; but no free account is taken on which a cluster of somebody else runs.
 */
function isForeign(outcome: ClaimOutcome, tenant: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(NOT other.adopted OR ${outcome === 'claim'}) AND (
    (other.outcome = 'shared') <> ${outcome === 'shared'} OR (${outcome !== 'shared'} AND other.tenant <> ${tenant})
  )`
}

/** Whether claims of others, open or being given back, are on an account that was picked for a tenant. */
export async function isTakenByOthers(db: Db, { account, outcome }: Pick, tenant: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ foreign: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM claim AS other
      WHERE other.account = ${account} AND other.status IN ${ON_ACCOUNT} AND ${isForeign(outcome, Prisma.sql`${tenant}`)}
    ) AS foreign`
  return row?.foreign === true
}

/** The account is locked first, so that what is then read of it holds until the commit. */
async function reserve(tx: Db, order: DecisionOrder, { pick, grounds }: Taking): Promise<Verdict> {
  const { id, token } = order.lease
  const { account, binding, outcome, counted } = pick
  if (await isFenced(tx, account)) return { kind: 'passed-over', account, why: 'fenced' }
  const [row] = await tx.$queryRaw<(Reserved | Untaken)[]>`
    WITH others AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE other.status IN ${OPEN})::int AS open,
        coalesce(bool_or(${isForeign(outcome, Prisma.sql`(SELECT tenant FROM claim WHERE id = ${id})`)}), false) AS foreign
      FROM claim AS other
      WHERE other.account = ${account} AND other.status IN ${ON_ACCOUNT} AND other.id <> ${id}
    ),
    done AS (
      UPDATE claim SET status = 'intent', outcome = ${outcome}::"ClaimOutcome", binding_kind = ${binding.kind},
        binding_namespace = ${binding.namespace}, binding_name = ${binding.name}, account = ${account}, epoch = NULL,
        cluster_limit = ${pick.limit}, intent_at = clock_timestamp(), lease_until = ${LEASE},
        pool_key = ${grounds.poolKey}, hyperscaler_type = ${grounds.hyperscalerType}, eu_access = ${grounds.euAccess},
        selector = ${grounds.selector}, rules_revision = ${grounds.rulesRevision},
        settings_version = ${grounds.settingsVersion}, semantics = 'documented',
        reasoning = ${JSON.stringify(grounds.reasoning)}::jsonb, message = ${grounds.message}, audit_seq = ${order.audit},
        updated_at = clock_timestamp()
      FROM others
      WHERE id = ${id} AND token = ${token} AND NOT others.foreign
        AND (${counted}::int IS NULL OR others.open = ${counted}::int)
      RETURNING ${COLUMNS}
    )
    SELECT others.open, others.foreign, done.* FROM others LEFT JOIN done ON true`
  if (!row) return { kind: 'lost' }
  if (row.id !== null) return { kind: 'taken', claim: recordOf(row) }
  if (row.foreign) return { kind: 'passed-over', account, why: 'foreign' }
  return row.open === counted || counted === null ? { kind: 'lost' } : { kind: 'passed-over', account, why: 'count' }
}

/** Locks an account until the commit, and says whether an operation is at work on it. */
async function isFenced(tx: Db, account: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ fenced: boolean }[]>`
    INSERT INTO account_fence (account) VALUES (${account})
    ON CONFLICT (account) DO UPDATE SET account = excluded.account
    RETURNING (holder IS NOT NULL AND lease_until > clock_timestamp()) AS fenced`
  return row?.fenced === true
}

/** The claim waits or is refused; nobody works on it any more. */
async function settle(tx: Db, order: DecisionOrder, { kind, grounds }: Settling): Promise<Verdict> {
  const { id, token } = order.lease
  const status = kind === 'wait' ? 'waiting' : 'refused'
  const claim = oneRecord(
    await tx.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = ${status}::"ClaimStatus", holder = NULL, lease_until = NULL, outcome = NULL,
        binding_kind = NULL, binding_namespace = NULL, binding_name = NULL, account = NULL, epoch = NULL, cluster_limit = NULL,
        pool_key = ${grounds.poolKey}, hyperscaler_type = ${grounds.hyperscalerType}, eu_access = ${grounds.euAccess},
        selector = ${grounds.selector}, rules_revision = ${grounds.rulesRevision},
        settings_version = ${grounds.settingsVersion}, semantics = 'documented',
        reasoning = ${JSON.stringify(grounds.reasoning)}::jsonb, message = ${grounds.message}, audit_seq = ${order.audit},
        updated_at = clock_timestamp()
      WHERE id = ${id} AND token = ${token}
      RETURNING ${COLUMNS}`,
  )
  return claim ? { kind: status, claim } : { kind: 'lost' }
}
