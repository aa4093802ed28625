import { BINDING_KINDS, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'
import type { BindingSnapshot } from './binding-snapshot.ts'
import { beganAt, isChange, isOutdated, KNOWN, type Known, putState, takeTurn } from './known-states.ts'

export interface Observation {
  readonly present: readonly BindingSnapshot[]
  /** Bindings that are gone. */
  readonly gone: readonly BindingRef[]
  readonly at: Date
}

/** Most bindings of one transaction: on the embedded database everybody else waits for it. */
const BATCH = 200

/**
 * Writes down what changed since the database last knew of these bindings, whoever did it. Seeing the same again writes nothing.
 * Returns the number of changes.
 */
export async function observeBindings(store: Store, { present, gone, at }: Observation): Promise<number> {
  let changes = 0
  for (let start = 0; start < present.length; start += BATCH) {
    const batch = present.slice(start, start + BATCH)
    changes += await store.transaction(tx => observe(tx, batch, at), { isolation: 'read-committed' })
  }
  if (gone.length > 0) changes += await store.transaction(tx => forget(tx, gone, at), { isolation: 'read-committed' })
  return changes
}

/** Bindings of a namespace that the database knows. */
export async function knownBindings(db: Db, namespace: string): Promise<readonly BindingRef[]> {
  const rows = await db.bindingState.findMany({ where: { namespace }, select: { kind: true, name: true } })
  return rows.flatMap(({ kind, name }) => {
    const known = BINDING_KINDS.find(each => each === kind)
    return known ? [{ kind: known, namespace, name }] : []
  })
}

async function observe(tx: Db, present: readonly BindingSnapshot[], at: Date): Promise<number> {
  await takeTurn(tx)
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
  for (const now of [...changed, ...outdated]) await putState(tx, now, at, known.get(bindingKey(now)) ?? null)
  const all = [...fresh, ...changed]
  await tx.stateChange.createMany({
    data: all.map(now => ({
      ...place(now),
      at,
      fromState: known.get(bindingKey(now))?.state ?? null,
      toState: now.state,
      cause: OBSERVED,
    })),
  })
  return all.length
}

/** Cause of a change that HAP saw and did not make. */
export const OBSERVED = 'observed'

async function forget(tx: Db, gone: readonly BindingRef[], at: Date): Promise<number> {
  await takeTurn(tx)
  const rows = await rowsOf(tx, gone)
  await tx.stateChange.createMany({
    data: rows.map(row => ({ ...place(row), at, fromState: row.state, toState: null, cause: OBSERVED })),
  })
  await tx.bindingState.deleteMany({ where: anyOf(rows) })
  return rows.length
}

async function rowsOf(tx: Db, refs: readonly BindingRef[]): Promise<readonly Known[]> {
  return refs.length === 0 ? [] : tx.bindingState.findMany({ where: anyOf(refs), select: KNOWN })
}

/** Names are nearly unique; the rest of the identity decides among the few rows found. */
function anyOf(refs: readonly Pick<Known, 'kind' | 'namespace' | 'name'>[]) {
  const groups = Map.groupBy(refs, ({ kind, namespace }) => `${kind}/${namespace}`)
  const OR = [...groups.values()].map(group => ({
    kind: group[0]?.kind ?? '',
    namespace: group[0]?.namespace ?? '',
    name: { in: group.map(({ name }) => name) },
  }))
  return { OR }
}

function place({ kind, namespace, name, uid, account, poolKey, tenant }: BindingSnapshot | Known) {
  return { kind, namespace, name, uid, account, poolKey, tenant }
}
