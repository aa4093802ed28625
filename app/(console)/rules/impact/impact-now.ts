import type { Impact } from '#lib/hap/impact/impact.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics/policy.ts'
import { draftImpactInSlices } from '#lib/queries/impact/draft-impact.ts'
import {
  clusterPopulation,
  type ImpactEntry,
  type Population,
  requestPopulation,
} from '#lib/queries/impact/population.ts'
import type { PlanSource } from '#lib/queries/rules/plan-source.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { runtime } from '#lib/runtime.ts'
import { recordedRequests } from '#lib/store/rules/recorded-requests.ts'
import type { DraftQuestion } from './impact-question.ts'
import { sourceOfImport } from './import-source.ts'
import { REPLAYED_DAYS } from './replayed-days.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The impact of a draft at this moment. */
export interface ImpactNow {
  readonly impact: Impact<ImpactEntry>
  readonly population: readonly ImpactEntry[]
  readonly semantics: Semantics
  /** Clusters are missing that only the database knows: it does not answer. */
  readonly partial: boolean
}

/** Holds a draft against the inventory, or against what was asked for lately; null for a draft that is not valid. Throws StoreError, and RefusedRequestError for imported plans that cannot be read. */
export async function impactNow({ text, population: asked, imported }: DraftQuestion): Promise<ImpactNow | null> {
  const { rules, semantics } = runtime().context()
  const { ruleset } = checkRulesFile(new TextEncoder().encode(text), rules.plans, policyOf(semantics))
  if (ruleset === null) return null
  const { population, partial } = await populationNow(asked, imported === null ? null : sourceOfImport(imported))
  const impact = await draftImpactInSlices(runtime().context(), ruleset, population)
  return { impact, population, semantics, partial }
}

/** Whom a draft is held against, as of this moment. Throws StoreError for requests alone. */
export async function populationNow(
  asked: Population,
  imported: PlanSource | null,
): Promise<Pick<ImpactNow, 'population' | 'partial'>> {
  if (asked === 'requests') {
    const since = new Date(runtime().context().at - REPLAYED_DAYS * DAY_MS)
    return { population: requestPopulation(await recordedRequests(runtime().store.db, since)), partial: false }
  }
  const known = await runtime().clusters.read()
  // The moment after the wait.
  return { population: clusterPopulation(runtime().context(), known, imported), partial: known === null }
}
