import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { recordChange, snapshotOf } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'
import type { ActionKit } from '../garden/action-kit.ts'
import type { MortalProcess } from './mortal-process.ts'

interface Acting {
  readonly store: Store
  readonly audit: AuditLog
  readonly context: ActionContext
}

/** The dependencies of actions in a process, like those of the console, with nothing shared between processes. */
export function actingBy(process: MortalProcess, kit: ActionKit, { connection }: Pick<Store, 'connection'>): Acting {
  const store = process.store(connection)
  const audit = new AuditLog(store)
  const client = process.client(kit.client)
  const context = kit.context({
    audit,
    client,
    writes: createBindingWrites({ client, queue: new WriteQueue(0) }),
    claims: accountClaims(store, 'a process'),
    noteState: (written, { action, actor, intent }) => {
      const at = Date.now()
      const [before, now] = [written.before, written.now].map(binding => {
        const pooled = pooledBinding(binding)
        return pooled && snapshotOf(pooled, at)
      })
      if (!now) return
      const cause = { cause: action, actor, claimId: null, auditSeq: intent }
      const note = store.transaction(tx => recordChange(tx, { before: before ?? null, now }, cause, new Date(at)), {
        isolation: 'read-committed',
      })
      // An ended process does not report its failures.
      note.catch(() => undefined)
    },
  })
  return { store, audit, context }
}
