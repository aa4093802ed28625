'use server'

import { z } from 'zod'
import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { withImport } from '#lib/queries/rules/import-plans.ts'
import { type SeenRequests, seenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { sourceOfImport } from '../impact/import-source.ts'
import { MOST_OF_IMPORT } from '../impact/most-of-import.ts'

const Question = z.object({
  /** Plans by cluster, as writePlansFile writes them. */
  imported: z.string().max(MOST_OF_IMPORT, { error: 'The imported plans are too long.' }),
})

interface Seen {
  readonly kind: 'seen'
  readonly seen: SeenRequests
}

/** How clusters were requested, with plans from a file. For everybody who may sign in; writes nothing, and keeps nothing of the file. */
export async function seeRequests(input: unknown): Promise<Seen | NoAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const source = sourceOfImport(Question.parse(input).imported)
    const known = await runtime().clusters.read()
    // The moment after the wait.
    const context = runtime().context()
    return { kind: 'seen', seen: seenRequests({ ...context, plans: withImport(context.plans, source) }, known) }
  } catch (error) {
    return noAnswer(error)
  }
}
