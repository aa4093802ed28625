import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { ON_ACCOUNT } from './claim-row.ts'

/** An existing claim, for adoption. */
export interface KnownClaim {
  readonly cluster: string | null
  readonly account: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** An existing cluster that becomes a claim. */
export interface AdoptableClaim {
  readonly shootUid: string
  readonly cluster: string
  readonly runtimeId: string | null
  readonly tenant: string
  readonly provider: string
  readonly region: string
  readonly outcome: 'reuse' | 'shared'
  readonly poolKey: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
  readonly binding: BindingRef & { readonly uid: string }
  readonly account: string
  readonly epoch: number
}

/** Actor and audit intent of an adoption. */
export interface Adopter {
  readonly actor: string
  readonly audit: bigint
}

/** An open adopted claim. */
export interface AdoptedClaim {
  readonly id: string
  readonly cluster: string
  readonly tenant: string
  readonly account: string
  readonly binding: BindingRef
  readonly bindingUid: string | null
}

/** Rows of one statement: the embedded database serves nothing else in the meantime. */
export const ADOPTED_BATCH = 100
const PAGE = 500

/** Every claim that has its account, page by page. */
export async function* listClaimsOnAccounts(db: Db): AsyncGenerator<KnownClaim> {
  interface Row {
    readonly ticket: bigint
    readonly cluster: string | null
    readonly account: string | null
    readonly created_at: Date
  }
  let after = -1n
  for (;;) {
    const rows = await db.$queryRaw<Row[]>`
      SELECT ticket, cluster, account, created_at FROM claim WHERE status IN ${ON_ACCOUNT} AND ticket > ${after}
      ORDER BY ticket LIMIT ${PAGE}`
    for (const { cluster, account, created_at: at } of rows) yield { cluster, account, createdAt: at.getTime() }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.ticket
  }
}

/**
 * Registers clusters as claims and skips those that have one. Reopens the released adopted claim of
 * a cluster that exists again. Returns how many rows were written. Safe to run in several processes
 * at once.
 */
export async function registerAdopted(
  db: Db,
  claims: readonly AdoptableClaim[],
  { actor, audit }: Adopter,
): Promise<number> {
  const names = claims.flatMap(({ cluster, runtimeId }) => (runtimeId === null ? [cluster] : [cluster, runtimeId]))
  return db.$executeRaw`
    WITH named AS MATERIALIZED (
      SELECT cluster FROM claim WHERE cluster = ANY(${names}::text[]) AND status IN ${ON_ACCOUNT}
    )
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, cluster, adopted, status, outcome,
      hyperscaler_type, eu_access, pool_key, binding_kind, binding_namespace, binding_name, binding_uid, account, epoch,
      message, actor, audit_seq, active_at, updated_at)
    SELECT gen_random_uuid()::text, 'adopted:' || shoot_uid, 'adopted',
      jsonb_build_object('plan', '', 'provider', provider, 'platformRegion', '', 'hyperscalerRegion', region,
        'globalAccount', tenant),
      tenant, cluster, true, 'active', outcome::"ClaimOutcome", hyperscaler_type, eu_access, pool_key, binding_kind,
      binding_namespace, binding_name, binding_uid, account, epoch, 'It ran already when it was registered.', ${actor},
      ${audit}, clock_timestamp(), clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(claims.map(columnsOf))}::jsonb) AS shoot (shoot_uid text, cluster text,
      runtime_id text, tenant text, provider text, region text, outcome text, hyperscaler_type text, eu_access boolean,
      pool_key text, binding_kind text, binding_namespace text, binding_name text, binding_uid text, account text,
      epoch bigint)
    WHERE shoot.cluster NOT IN (SELECT cluster FROM named)
      AND (shoot.runtime_id IS NULL OR shoot.runtime_id NOT IN (SELECT cluster FROM named))
    ON CONFLICT (idempotency_key) DO UPDATE SET status = 'active', released_at = NULL, message = excluded.message,
      tenant = excluded.tenant, outcome = excluded.outcome, hyperscaler_type = excluded.hyperscaler_type,
      eu_access = excluded.eu_access, pool_key = excluded.pool_key, binding_kind = excluded.binding_kind,
      binding_namespace = excluded.binding_namespace, binding_name = excluded.binding_name,
      binding_uid = excluded.binding_uid, account = excluded.account, epoch = excluded.epoch, audit_seq = excluded.audit_seq, active_at = excluded.active_at, updated_at = excluded.updated_at
    WHERE claim.adopted AND claim.status = 'released'`
}

function columnsOf({ binding, ...claim }: AdoptableClaim): object {
  return {
    shoot_uid: claim.shootUid,
    cluster: claim.cluster,
    runtime_id: claim.runtimeId,
    tenant: claim.tenant,
    provider: claim.provider,
    region: claim.region,
    outcome: claim.outcome,
    hyperscaler_type: claim.hyperscalerType,
    eu_access: claim.euAccess,
    pool_key: claim.poolKey,
    binding_kind: binding.kind,
    binding_namespace: binding.namespace,
    binding_name: binding.name,
    binding_uid: binding.uid,
    account: claim.account,
    epoch: claim.epoch,
  }
}

/** Open adopted claims on bindings of a namespace, page by page: the inventory knows only this namespace. */
export async function* listOpenAdopted(db: Db, namespace: string): AsyncGenerator<readonly AdoptedClaim[]> {
  type Row = Omit<AdoptedClaim, 'binding'> & Omit<BindingRef, 'namespace'> & { readonly ticket: bigint }
  let after = -1n
  for (;;) {
    const rows = await db.$queryRaw<Row[]>`
      SELECT id, cluster, tenant, account, binding_kind AS kind, binding_name AS name, binding_uid AS "bindingUid", ticket
      FROM claim
      WHERE status = 'active' AND adopted AND binding_namespace = ${namespace} AND ticket > ${after}
      ORDER BY ticket LIMIT ${PAGE}`
    yield rows.map(({ kind, name, ticket: _, ...claim }) => ({ ...claim, binding: { kind, namespace, name } }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.ticket
  }
}

/** Ends open adopted claims and leaves their accounts unchanged. Returns how many. */
export async function endAdopted(db: Db, ids: readonly string[], message: string, audit: bigint): Promise<number> {
  return db.$executeRaw`
    UPDATE claim SET status = 'released', message = ${message}, audit_seq = ${audit}, token = token + 1,
      released_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ANY(${[...ids]}::text[]) AND adopted AND status = 'active'`
}
