import type { Db } from '#lib/store/database/client.ts'
import type { BindingState as Row } from '#lib/store/generated/prisma/client.ts'
import { lockPoolSlots } from '#lib/store/slots/pool-slot.ts'
import type { BindingSnapshot } from './binding-snapshot.ts'

/** Key under which writers of states take turns: else two replicas would write down the same change twice. */
const TURN = 'binding states'

/** To be first in a transaction of isolation `read-committed` that writes states. */
export async function takeTurn(tx: Db): Promise<void> {
  await lockPoolSlots(tx, [TURN])
}

/** Whether a change is worth a line in the history: another state, owner, pool or object. */
export function isChange(row: Row, now: BindingSnapshot): boolean {
  return row.state !== now.state || row.tenant !== now.tenant || row.poolKey !== now.poolKey || row.uid !== now.uid
}

/** Writes what is known of a binding now; `since` is kept while the state stays. */
export async function putState(tx: Db, now: BindingSnapshot, at: Date, row: Row | null): Promise<void> {
  const { kind, namespace, name, annotations, ...rest } = now
  const since = row?.state === now.state && row.uid === now.uid ? row.since : at
  const data = { ...rest, annotations: { ...annotations }, since, seenAt: at }
  await tx.bindingState.upsert({
    where: { kind_namespace_name: { kind, namespace, name } },
    create: { kind, namespace, name, ...data },
    update: data,
  })
}
