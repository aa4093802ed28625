import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { BindingState, StateChange } from '#lib/store/generated/prisma/client.ts'

export interface Page {
  readonly limit: number
  /** Only changes older than this one. */
  readonly before?: bigint
}

/** Since when a binding is in its state, as far as the database knows; null for one it never saw. */
export async function knownState(db: Db, { kind, namespace, name }: BindingRef): Promise<BindingState | null> {
  return db.bindingState.findUnique({ where: { kind_namespace_name: { kind, namespace, name } } })
}

/** Changes of a binding, a global account, an account or a pool, from the newest on. */
export async function stateHistory(
  db: Db,
  of: BindingRef | { readonly tenant: string } | { readonly account: string } | { readonly poolKey: string },
  { limit, before }: Page,
): Promise<readonly StateChange[]> {
  const where = 'kind' in of ? { kind: of.kind, namespace: of.namespace, name: of.name } : of
  return db.stateChange.findMany({
    where: { ...where, ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

export interface DayCount {
  /** Day in UTC, `2026-11-21`. */
  readonly day: string
  readonly fromState: string | null
  readonly toState: string | null
  readonly count: number
}

/** How often bindings of a pool, or of all pools, went from state to state per day: rates and runways. */
export async function changesPerDay(db: Db, from: Date, poolKey: string | null = null): Promise<readonly DayCount[]> {
  return db.$queryRaw<DayCount[]>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, from_state AS "fromState", to_state AS "toState", count(*)::int AS count
      FROM state_change
     WHERE at >= ${from} AND (${poolKey}::text IS NULL OR pool_key = ${poolKey})
     GROUP BY 1, 2, 3 ORDER BY 1, 2 NULLS FIRST, 3 NULLS FIRST`
}
