import { checkImport, type ImportCheck } from '#lib/queries/rules/check-import.ts'
import { allClusters } from '#lib/queries/shoots/all-clusters.ts'
import { knownRegions } from '#lib/queries/simulator/known-regions.ts'
import { readImportedPlans } from '../rules/read-imported-plans.ts'
import type { DraftQuestion } from './draft-question.ts'
import type { PreviewServices } from './preview-draft.ts'

/** What the imported plans of a question name that the landscape does not know; null for none, and where they do not count. Throws RefusedRequestError. */
export async function validateImport(
  services: Omit<PreviewServices, 'store'>,
  { population, imported }: DraftQuestion,
): Promise<ImportCheck | null> {
  if (imported === null || population !== 'clusters') return null
  const plans = readImportedPlans(imported)
  const known = await services.clusters.read()
  const context = services.context()
  return checkImport(plans, {
    clusters: allClusters(context, known),
    plans: context.rules.plans,
    platformRegions: knownRegions(context).platform,
  })
}
