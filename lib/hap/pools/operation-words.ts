import type { ShootOperation } from './shoot.ts'

/** How a cluster's last operation ended, or that it has not. */
export type OperationOutcome = 'done' | 'failed' | 'running'

interface OperationView {
  readonly outcome: OperationOutcome
  /** `Reconciled`, `Reconcile failed`, `Deleting, 45 %`. */
  readonly words: string
}

/** By Gardener's type of the operation: while it runs, and when it is done. Another type is named as it is. */
const FORMS: ReadonlyMap<string, readonly [running: string, done: string]> = new Map([
  ['Create', ['Creating', 'Created']],
  ['Reconcile', ['Reconciling', 'Reconciled']],
  ['Delete', ['Deleting', 'Deleted']],
  ['Migrate', ['Migrating', 'Migrated']],
  ['Restore', ['Restoring', 'Restored']],
])

/** A cluster's last operation in words. */
export function operationView({
  type,
  state,
  progress,
}: Pick<ShootOperation, 'type' | 'state' | 'progress'>): OperationView {
  const [running, done] = FORMS.get(type) ?? [type, `${type} done`]
  switch (state) {
    case 'Succeeded':
      return { outcome: 'done', words: done }
    case 'Failed':
    case 'Error':
      return { outcome: 'failed', words: `${type} failed` }
    case 'Processing':
      return { outcome: 'running', words: `${running}, ${progress} %` }
    default:
      return { outcome: 'running', words: `${type} ${state.toLowerCase()}` }
  }
}
