import { RefusedError } from '#lib/services/refused-error.ts'
import { type ApprovalState, approvalState } from '#lib/store/approvals/approval-state.ts'
import type { Store } from '#lib/store/store.ts'
import { APPROVAL_COLUMNS, type ApprovalRow } from './approval-row.ts'

const COLUMNS = { ...APPROVAL_COLUMNS, order: true, identities: true } as const

/** The proposal of an id. Throws RefusedError when there is none, StoreError. */
export async function findApproval({ store }: { readonly store: Store }, id: string) {
  const isId = /^[\w-]{1,64}$/.test(id)
  const row = isId ? await store.db.approval.findUnique({ where: { id }, select: COLUMNS }) : null
  if (row === null) throw new RefusedError(404, 'There is no such proposal.')
  return row
}

const OVER: Readonly<Record<Exclude<ApprovalState, 'waiting'>, string>> = {
  running: 'was approved and is being done',
  done: 'was approved and done',
  stale: 'was approved and found to be out of date',
  failed: 'was approved and failed',
  unknown: 'was approved, and what came of it is being looked up',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  expired: 'has expired. Propose it anew if it is still wanted',
}

/** Why nobody can decide on a proposal any more, as a sentence; null while it waits. */
export function overWords(row: ApprovalRow, at: number): string | null {
  const state = approvalState(row, at)
  if (state === 'waiting') return null
  const by = row.decider === null || state === 'withdrawn' ? '' : ` by ${row.decider}`
  return `This proposal ${OVER[state].replace(/^was (approved|refused)/, `was $1${by}`)}.`
}
