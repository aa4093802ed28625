import type { SlotKey, SlotLease } from '#lib/store/slots/tenant-slot.ts'
import type { ClaimContext } from './claim-context.ts'
import type { Deadline } from './deadline.ts'

/**
 * Does work of a tenant that nobody else does at the same time, in this process or another. In this process they queue up, so
 * that each process asks the database for one of them. The work may leave the slot itself.
 */
export function withSlot<Result>(
  context: ClaimContext,
  key: SlotKey,
  deadline: Deadline,
  work: (slot: SlotLease) => Promise<Result>,
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
    try {
      return await work(slot)
    } finally {
      // A database that is down keeps the slot until its lease ends.
      await ledger.leaveSlot(slot).catch(() => undefined)
    }
  })
}
