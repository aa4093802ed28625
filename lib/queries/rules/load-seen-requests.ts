import { z } from 'zod'
import { MAX_IMPORT_LENGTH } from '#lib/hap/plans/imported-plans.ts'
import { readInput } from '#lib/input-problems.ts'
import type { PreviewServices } from '../impact/preview-draft.ts'
import { withImport } from './import-plans.ts'
import { readImportedSource } from './read-imported-plans.ts'
import { type SeenRequests, seenRequests } from './seen-requests.ts'

export const SeenInput = z.object({
  /** Plans by cluster, as formatPlansFile writes them. */
  imported: z.string().max(MAX_IMPORT_LENGTH, { error: 'The imported plans are too long.' }),
})

/** How clusters were requested, with plans from a file, of which nothing is kept. Throws ZodError, RefusedRequestError. */
export async function loadSeenRequests(
  services: Omit<PreviewServices, 'store'>,
  input: unknown,
): Promise<SeenRequests> {
  const source = readImportedSource(readInput(SeenInput, input).imported)
  const known = await services.clusters.read()
  // The moment after the wait.
  const context = services.context()
  return seenRequests({ ...context, plans: withImport(context.plans, source) }, known)
}
