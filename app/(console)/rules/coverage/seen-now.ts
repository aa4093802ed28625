import { z } from 'zod'
import { readInput } from '#lib/input-problems.ts'
import { withImport } from '#lib/queries/rules/import-plans.ts'
import { type SeenRequests, seenRequests } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { sourceOfImport } from '../impact/import-source.ts'
import { MOST_OF_IMPORT } from '../impact/most-of-import.ts'

export const SeenQuestion = z.object({
  /** Plans by cluster, as writePlansFile writes them. */
  imported: z.string().max(MOST_OF_IMPORT, { error: 'The imported plans are too long.' }),
})

/** How clusters were requested, with plans from a file, of which nothing is kept. Throws ZodError, RefusedRequestError. */
export async function seenNow(input: unknown): Promise<SeenRequests> {
  const source = sourceOfImport(readInput(SeenQuestion, input).imported)
  const known = await runtime().clusters.read()
  // The moment after the wait.
  const context = runtime().context()
  return seenRequests({ ...context, plans: withImport(context.plans, source) }, known)
}
