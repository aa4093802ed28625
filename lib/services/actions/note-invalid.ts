import type { User } from '#lib/auth/session.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { notValid } from '#lib/services/audit/not-valid.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOptions } from './action-order.ts'

interface InvalidOrder {
  readonly action: string
  /** Where at least that could be read. */
  readonly binding: BindingRef | undefined
  readonly problems: readonly string[]
}

/** Records what was asked and is not in order. Nothing hangs on the note: it is refused either way. */
export async function noteInvalid(
  { audit }: ActionContext,
  { name, role }: User,
  { action, binding, problems }: InvalidOrder,
  { requestId }: ActionOptions,
): Promise<void> {
  const targets = binding === undefined ? [] : [bindingKey(binding)]
  try {
    const draft = { actor: { name, role }, action, targets, reason: null, ticket: null, requestId }
    await audit.refused(draft, notValid(problems))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}
