import type { User } from '#lib/auth/session.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
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
  { name, role }: User,
  { action, binding, result }: UnreadOrder,
  { requestId }: ActionOptions,
): Promise<void> {
  const targets = binding === undefined ? [] : [bindingKey(binding)]
  const detail = result.status === 'invalid' ? notValid(result.problems) : result.reason
  try {
    const draft = { actor: { name, role }, action, targets, reason: null, ticket: null, requestId }
    await audit.refused(draft, detail)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}
