import type { User } from '#lib/auth/session.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import { notValid } from '#lib/services/audit/not-valid.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOptions } from './action-order.ts'
import type { ActionResult } from './action-result.ts'

interface UnreadOrder {
  readonly action: string
  /** Where at least that could be read. */
  readonly binding: BindingRef | undefined
  readonly result: Extract<ActionResult, { readonly status: 'invalid' | 'refused' }>
}

/** Records what was asked and could not be read. Nothing hangs on the note: it is refused either way. */
export async function noteUnread(
  { audit }: ActionContext,
  user: User,
  { action, binding, result }: UnreadOrder,
  { requestId }: ActionOptions,
): Promise<void> {
  const targets = binding === undefined ? [] : [bindingKey(binding)]
  const detail = result.status === 'invalid' ? notValid(result.problems) : result.reason
  try {
    await audit.refused(attemptDraft(action, { user, requestId }, targets), detail)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}
