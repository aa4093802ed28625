import { type Impact, REPLAYED_DAYS } from '#lib/hap/impact/impact.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import type { PlanSource } from '#lib/queries/rules/plan-source.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { listRecordedRequests } from '#lib/store/claims/recorded-requests.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { QueryContext } from '../query-context.ts'
import { readImportedSource } from '../rules/read-imported-plans.ts'
import type { ClusterRegister } from '../shoots/cluster-register.ts'
import { draftImpactInSlices } from './draft-impact.ts'
import type { DraftQuestion } from './draft-question.ts'
import { clusterPopulation, type ImpactEntry, type Population, requestPopulation } from './population.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The impact of a draft at this moment. */
export interface DraftPreview {
  readonly impact: Impact<ImpactEntry>
  readonly population: readonly ImpactEntry[]
  readonly semantics: Semantics
  /** Clusters are missing that only the database knows: it does not answer. */
  readonly partial: boolean
}

/** What a preview reads from. */
export interface PreviewServices {
  readonly store: { readonly db: Db }
  readonly clusters: Pick<ClusterRegister, 'read'>
  context(): QueryContext
}

/** Holds a draft against the inventory, or against what was asked for lately; null for a draft that is not valid. Throws StoreError, and RefusedRequestError for imported plans that cannot be read. */
export async function previewDraft(
  services: PreviewServices,
  { text, population: asked, imported }: DraftQuestion,
): Promise<DraftPreview | null> {
  const { rules, semantics } = services.context()
  const { ruleset } = checkRulesFile(new TextEncoder().encode(text), rules.plans, policyOf(semantics))
  if (ruleset === null) return null
  const { population, partial } = await loadPopulation(
    services,
    asked,
    imported === null ? null : readImportedSource(imported),
  )
  const impact = await draftImpactInSlices(services.context(), ruleset, population)
  return { impact, population, semantics, partial }
}

/** Whom a draft is held against, as of this moment. Throws StoreError for requests alone. */
export async function loadPopulation(
  services: PreviewServices,
  asked: Population,
  imported: PlanSource | null,
): Promise<Pick<DraftPreview, 'population' | 'partial'>> {
  if (asked === 'requests') {
    const since = new Date(services.context().at - REPLAYED_DAYS * DAY_MS)
    return { population: requestPopulation(await listRecordedRequests(services.store.db, since)), partial: false }
  }
  const known = await services.clusters.read()
  // The moment after the wait.
  return { population: clusterPopulation(services.context(), known, imported), partial: known === null }
}
