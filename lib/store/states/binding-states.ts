import { isDeepStrictEqual } from 'node:util'
import { ANNOTATIONS, accountKey, BINDING_KINDS, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { type BindingState, stateSince } from '#lib/hap/pools/state.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { lockKeys } from '#lib/store/transaction.ts'

export interface Observation {
  readonly present: readonly BindingSnapshot[]
  /** Deleted bindings. */
  readonly gone: readonly BindingRef[]
  readonly at: Date
}

/** Maximum number of bindings per transaction: the embedded database serves nothing else in the meantime. */
const BATCH = 200

/**
 * Records changes of bindings since the last observation, made by HAP or not. Repeated observations
 * write nothing. Returns the number of changes.
 */
export async function observeBindings(store: Store, { present, gone, at }: Observation): Promise<number> {
  let changes = 0
  for (let start = 0; start < present.length; start += BATCH) {
    const batch = present.slice(start, start + BATCH)
    changes += await store.transaction(tx => recordBatch(tx, batch, at), { isolation: 'read-committed' })
  }
  if (gone.length > 0)
    changes += await store.transaction(tx => recordDeleted(tx, gone, at), { isolation: 'read-committed' })
  return changes
}

/** Bindings of a namespace in the database. */
export async function listKnownBindings(db: Db, namespace: string): Promise<readonly BindingRef[]> {
  const rows = await db.bindingState.findMany({ where: { namespace }, select: { kind: true, name: true } })
  return rows.flatMap(({ kind, name }) => {
    const known = BINDING_KINDS.find(each => each === kind)
    return known ? [{ kind: known, namespace, name }] : []
  })
}

async function recordBatch(tx: Db, present: readonly BindingSnapshot[], at: Date): Promise<number> {
  await lockStates(tx)
  const known = new Map((await rowsOf(tx, present)).map(row => [bindingKey(row), row]))
  const fresh = present.filter(now => !known.has(bindingKey(now)))
  const knownAnd = (differs: (row: Known, now: BindingSnapshot) => boolean) =>
    present.filter(now => {
      const row = known.get(bindingKey(now))
      return row !== undefined && differs(row, now)
    })
  const changed = knownAnd(isChange)
  await tx.bindingState.createMany({
    data: fresh.map(({ notedSince, ...now }) => ({
      ...now,
      annotations: { ...now.annotations },
      since: beganAt({ ...now, notedSince }, at, null),
      seenAt: at,
    })),
  })
  const outdated = knownAnd(isOutdated).filter(now => !changed.includes(now))
  for (const now of [...changed, ...outdated]) await saveState(tx, now, at, known.get(bindingKey(now)) ?? null)
  const all = [...fresh, ...changed]
  await tx.stateChange.createMany({
    data: all.map(now => ({
      ...identityOf(now),
      at,
      fromState: known.get(bindingKey(now))?.state ?? null,
      toState: now.state,
      cause: OBSERVED,
    })),
  })
  return all.length
}

/** Cause of a change that HAP observed but did not make. */
export const OBSERVED = 'observed'

async function recordDeleted(tx: Db, gone: readonly BindingRef[], at: Date): Promise<number> {
  await lockStates(tx)
  const rows = await rowsOf(tx, gone)
  await tx.stateChange.createMany({
    data: rows.map(row => ({ ...identityOf(row), at, fromState: row.state, toState: null, cause: OBSERVED })),
  })
  await tx.bindingState.deleteMany({ where: anyOf(rows) })
  return rows.length
}

async function rowsOf(tx: Db, refs: readonly BindingRef[]): Promise<readonly Known[]> {
  return refs.length === 0 ? [] : tx.bindingState.findMany({ where: anyOf(refs), select: KNOWN })
}

/** Names are nearly unique; kind and namespace decide among the few rows found. */
function anyOf(refs: readonly Pick<Known, 'kind' | 'namespace' | 'name'>[]) {
  const groups = Map.groupBy(refs, ({ kind, namespace }) => `${kind}/${namespace}`)
  const OR = [...groups.values()].map(group => ({
    kind: group[0]?.kind ?? '',
    namespace: group[0]?.namespace ?? '',
    name: { in: group.map(({ name }) => name) },
  }))
  return { OR }
}

function identityOf({ kind, namespace, name, uid, account, poolKey, tenant }: BindingSnapshot | Known) {
  return { kind, namespace, name, uid, account, poolKey, tenant }
}

/** Cause of a change by HAP. */
export interface Cause {
  /** The action, for example `release` or `claim`. */
  readonly cause: string
  readonly actor: string
  readonly claimId: string | null
  readonly auditSeq: bigint | null
}

/** A binding before and after a write; null before it was part of HAP. */
export interface StateWrite {
  readonly before: BindingSnapshot | null
  readonly now: BindingSnapshot
}

/**
 * Records a change by HAP in a `read-committed` transaction. If the watch recorded the change
 * first, adds the cause to that row. A write that changes no state has no row: the last one belongs
 * to an earlier change.
 */
export async function recordChange(tx: Db, { before, now }: StateWrite, cause: Cause, at: Date): Promise<void> {
  if (before !== null && !isChange(before, now)) return
  await lockStates(tx)
  const { kind, namespace, name, uid, account, poolKey, tenant, state } = now
  const key = { kind, namespace, name }
  const row = await tx.bindingState.findUnique({ where: { kind_namespace_name: key }, select: KNOWN })
  if (row && !isChange(row, now)) {
    const last = await tx.stateChange.findFirst({
      where: key,
      orderBy: { id: 'desc' },
      select: { id: true, cause: true, toState: true },
    })
    if (last?.cause === OBSERVED && last.toState === state) {
      await tx.stateChange.update({ where: { id: last.id }, data: { ...cause } })
      return
    }
  }
  await saveState(tx, now, at, row)
  const fromState = row?.uid === uid ? row.state : null
  await tx.stateChange.create({
    data: { ...key, uid, account, poolKey, tenant, at, fromState, toState: state, ...cause },
  })
}

/** The stored facts of a binding. */
export interface BindingSnapshot extends BindingRef {
  readonly uid: string
  readonly account: string
  readonly poolKey: string | null
  readonly tenant: string | null
  readonly state: BindingState
  /** When the state began, if the binding has a note of it. */
  readonly notedSince: Date | null
  readonly epoch: bigint | null
  readonly annotations: Readonly<Record<string, string>>
}

/** Snapshot of a binding at a time in milliseconds since 1970. */
export function snapshotOf(pooled: PooledBinding, at: number): BindingSnapshot {
  const { binding, labels } = pooled
  const pool = poolOf(pooled)
  const noted = stateSince(binding)
  const epoch = binding.annotations[ANNOTATIONS.epoch]
  return {
    kind: binding.kind,
    namespace: binding.namespace,
    name: binding.name,
    uid: binding.uid,
    account: accountKey(binding.account),
    poolKey: pool && poolKey(pool),
    tenant: labels.tenantName,
    state: stateAt(pooled, at),
    notedSince: noted === null ? null : new Date(noted),
    epoch: epoch !== undefined && /^\d{1,18}$/.test(epoch) ? BigInt(epoch) : null,
    annotations: binding.annotations,
  }
}

/** Columns that a snapshot is compared with. */
const KNOWN = {
  kind: true,
  namespace: true,
  name: true,
  uid: true,
  account: true,
  poolKey: true,
  tenant: true,
  state: true,
  since: true,
  epoch: true,
  annotations: true,
} as const satisfies Prisma.BindingStateSelect

type Known = Prisma.BindingStateGetPayload<{ select: typeof KNOWN }>

/** Key that serialises writers: two replicas must not record the same change twice. */
const LOCK_KEY = 'binding states'

/** Locks the states. Call it first in a `read-committed` transaction. */
async function lockStates(tx: Db): Promise<void> {
  await lockKeys(tx, [LOCK_KEY])
}

/** Start of an observed state: the note on the binding, unless it belongs to an earlier state. */
function beganAt({ notedSince }: BindingSnapshot, at: Date, row: Pick<Known, 'since'> | null): Date {
  const isOfNow = notedSince !== null && notedSince <= at && (row === null || notedSince > row.since)
  return isOfNow ? notedSince : at
}

/** Whether a difference is a change of history: another state, owner, pool or object. */
function isChange(row: Pick<Known, 'state' | 'tenant' | 'poolKey' | 'uid'>, now: BindingSnapshot): boolean {
  return row.state !== now.state || row.tenant !== now.tenant || row.poolKey !== now.poolKey || row.uid !== now.uid
}

/** Whether stored epoch or annotations differ without a change of history. */
function isOutdated(row: Known, now: BindingSnapshot): boolean {
  return row.epoch !== now.epoch || !isDeepStrictEqual(row.annotations, now.annotations)
}

/** Stores a binding; `since` stays while state, object and owner do. */
async function saveState(tx: Db, now: BindingSnapshot, at: Date, row: Known | null): Promise<void> {
  const { kind, namespace, name, annotations, notedSince, ...rest } = now
  const isSame = row?.state === now.state && row.uid === now.uid && row.tenant === now.tenant
  const since = isSame ? row.since : beganAt(now, at, row)
  const data = { ...rest, annotations: { ...annotations }, since, seenAt: at }
  await tx.bindingState.upsert({
    where: { kind_namespace_name: { kind, namespace, name } },
    create: { kind, namespace, name, ...data },
    update: data,
  })
}
