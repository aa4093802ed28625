'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { loadSeenRequests, type SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'

interface Seen {
  readonly kind: 'seen'
  readonly seen: SeenRequests
}

/** How clusters were requested, with plans from a file. For everybody who may sign in; writes nothing, and keeps nothing of the file. */
export async function seeRequests(input: unknown): Promise<Seen | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { kind: 'seen', seen: await loadSeenRequests(runtime(), input) }
  } catch (error) {
    return buildFailedAction(error)
  }
}
