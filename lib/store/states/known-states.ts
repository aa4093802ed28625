import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import { lockPoolSlots } from '#lib/store/slots/pool-slot.ts'
import type { BindingSnapshot } from './binding-snapshot.ts'

/** What a binding is compared with. */
export const KNOWN = {
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

export type Known = Prisma.BindingStateGetPayload<{ select: typeof KNOWN }>

/** Key under which writers of states take turns: else two replicas would write down the same change twice. */
const TURN = 'binding states'

/** To be first in a transaction of isolation `read-committed` that writes states. */
export async function takeTurn(tx: Db): Promise<void> {
  await lockPoolSlots(tx, [TURN])
}

/** When a state began that was seen at a moment: as it is noted, unless that note is of a state before. */
export function beganAt({ notedSince }: BindingSnapshot, at: Date, row: Pick<Known, 'since'> | null): Date {
  const isOfNow = notedSince !== null && notedSince <= at && (row === null || notedSince > row.since)
  return isOfNow ? notedSince : at
}

/** Whether a change is worth a line in the history: another state, owner, pool or object. */
export function isChange(row: Pick<Known, 'state' | 'tenant' | 'poolKey' | 'uid'>, now: BindingSnapshot): boolean {
  return row.state !== now.state || row.tenant !== now.tenant || row.poolKey !== now.poolKey || row.uid !== now.uid
}

/** Whether what the database mirrors is not as it is, though nothing is worth a line. */
export function isOutdated(row: Known, now: BindingSnapshot): boolean {
  return row.epoch !== now.epoch || !isDeepStrictEqual(row.annotations, now.annotations)
}

/** Writes what is known of a binding now; `since` is kept while the state stays, and its owner. */
export async function putState(tx: Db, now: BindingSnapshot, at: Date, row: Known | null): Promise<void> {
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
