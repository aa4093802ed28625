import type { SlotKey, SlotLease } from '#lib/store/slots/tenant-slot.ts'
import type { ClaimContext } from './claim-context.ts'
import type { Deadline } from './deadline.ts'

/** A slot in our hands; whoever gives it back with something else says so. */
export interface HeldSlot {
  readonly slot: SlotLease
  isLeft: boolean
}

/**
 * Does work of a tenant that nobody else does at the same time, in this process or another. In this process they queue up, so
 * that each process asks the database for one of them. The work may leave the slot itself.
 */
export function withSlot<Result>(
  context: ClaimContext,
  key: SlotKey,
  deadline: Deadline,
  work: (hold: HeldSlot) => Promise<Result>,
): Promise<Result> {
  const { mutex, ledger, holder } = context
  return mutex.run(`slot ${key.tenant} ${key.hyperscalerType} ${key.euAccess}`, async () => {
    deadline.left()
    let slot = await ledger.takeSlot(key, holder)
    while (slot === null) {
      await deadline.pause(5, 50)
      slot = await ledger.takeSlot(key, holder)
    }
    await context.reached('after-slot')
    const hold = { slot, isLeft: false }
    try {
      return await work(hold)
    } finally {
      // A database that is down keeps the slot until its lease ends.
      if (!hold.isLeft) await ledger.leaveSlot(hold.slot).catch(() => undefined)
    }
  })
}
