import type { Db } from '#lib/store/database/client.ts'
import type { BindingSnapshot } from './binding-snapshot.ts'
import { isChange, KNOWN, putState, takeTurn } from './known-states.ts'
import { OBSERVED } from './observe.ts'

/** Why HAP itself changed a binding. */
export interface Cause {
  /** The action, for example `release` or `claim`. */
  readonly cause: string
  readonly actor: string
  readonly claimId: string | null
  readonly auditSeq: bigint | null
}

/**
 * Notes a change HAP made, within a transaction of isolation `read-committed`. The watch may have shown it first: then who did it
 * is added to that line.
 */
export async function noteChange(tx: Db, now: BindingSnapshot, cause: Cause, at: Date): Promise<void> {
  await takeTurn(tx)
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
  await putState(tx, now, at, row)
  const fromState = row?.uid === uid ? row.state : null
  await tx.stateChange.create({
    data: { ...key, uid, account, poolKey, tenant, at, fromState, toState: state, ...cause },
  })
}
