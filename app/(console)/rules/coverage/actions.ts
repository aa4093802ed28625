'use server'

import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { seenNow } from './seen-now.ts'

interface Seen {
  readonly kind: 'seen'
  readonly seen: SeenRequests
}

/** How clusters were requested, with plans from a file. For everybody who may sign in; writes nothing, and keeps nothing of the file. */
export async function seeRequests(input: unknown): Promise<Seen | NoAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { kind: 'seen', seen: await seenNow(input) }
  } catch (error) {
    return noAnswer(error)
  }
}
