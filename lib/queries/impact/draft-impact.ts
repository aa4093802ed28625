import { z } from 'zod'
import { type Impact, impactOf, impactSteps, REPLAYED_DAYS } from '#lib/hap/impact/impact.ts'
import { MAX_IMPORT_LENGTH } from '#lib/hap/plans/imported-plans.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { parseInput } from '#lib/input-problems.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { listRecordedRequests } from '#lib/store/claims/recorded-requests.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ClusterRegister } from '../cluster-register.ts'
import { getFactsOfPool } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { listAllClusters } from '../shoots/cluster-table.ts'
import { checkImport, type ImportCheck, readImportedPlans, readImportedSource } from '../shoots/imported-plans.ts'
import type { PlanSource } from '../shoots/plan-source.ts'
import { listKnownRegions } from '../simulator/request-options.ts'
import { runInSlices } from '../time-slices.ts'
import { clusterPopulation, type ImpactEntry, POPULATIONS, type Population, requestPopulation } from './population.ts'

/** Schema of a request for the impact of a draft. */
export const DraftQuestion = z.object(
  {
    text: z
      .string({ error: 'The rules must be text.' })
      .max(MAX_FILE_BYTES, { error: 'The rules are longer than 1 MB.' }),
    /** Plans by cluster, in the format of formatPlansFile; null for none. */
    imported: z.string().max(MAX_IMPORT_LENGTH, { error: 'The imported plans are too long.' }).nullable(),
    population: z.enum(POPULATIONS, { error: `The population must be ${POPULATIONS.join(' or ')}.` }),
  },
  { error: 'Rules and a population are required.' },
)

/** Keys of groups contain rules and pools. */
const MAX_CHOICE_LENGTH = 10_000
const MAX_ACCOUNT_LENGTH = 300

/** Schema of a request for rows of an impact. */
export const RowsQuestion = DraftQuestion.extend({
  choice: z.string({ error: 'The choice of rows must be text.' }).max(MAX_CHOICE_LENGTH, { error: 'Rows not found.' }),
  /** Only rows of one global account; null for all. */
  account: z.string().max(MAX_ACCOUNT_LENGTH, { error: 'Global account not found.' }).nullable(),
  offset: z.number().int().min(0),
})

/** Request for the impact of a draft on a population. */
export type DraftQuestion = z.infer<typeof DraftQuestion>

/** Request for rows of that impact. */
export type RowsQuestion = z.infer<typeof RowsQuestion>

/** Parses the request of a page. Throws ZodError. */
export function parseDraftQuestion(input: unknown): DraftQuestion {
  return parseInput(DraftQuestion, input)
}

/** Parses the request for rows. Throws ZodError. */
export function parseRowsQuestion(input: unknown): RowsQuestion {
  return parseInput(RowsQuestion, input)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The impact of a draft at this moment. */
export interface DraftPreview {
  readonly impact: Impact<ImpactEntry>
  readonly population: readonly ImpactEntry[]
  readonly semantics: Semantics
  /** Whether clusters of claims are missing because the database does not answer. */
  readonly partial: boolean
}

/** Dependencies of a preview. */
export interface PreviewServices {
  readonly store: { readonly db: Db }
  readonly clusters: Pick<ClusterRegister, 'read'>
  context(): QueryContext
}

/**
 * Computes the impact of a draft on the clusters or on recent requests; null for an invalid draft.
 * Throws StoreError, and RefusedRequestError for unreadable imported plans.
 */
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
  const impact = await computeDraftImpactInSlices(services.context(), ruleset, population)
  return { impact, population, semantics, partial }
}

/** Reads the population of a preview. Throws StoreError for recent requests. */
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
  // Uses the context after the wait.
  return { population: clusterPopulation(services.context(), known, imported), partial: known === null }
}

/** Compares a ruleset with the one in force, by the current accounts and settings. */
export function computeDraftImpact(
  context: QueryContext,
  ruleset: Ruleset,
  population: readonly ImpactEntry[],
): Impact<ImpactEntry> {
  return impactOf(population, buildImpactBasis(context, ruleset))
}

/** Computes the same in slices, so that other requests run in between. */
function computeDraftImpactInSlices(
  context: QueryContext,
  ruleset: Ruleset,
  population: readonly ImpactEntry[],
): Promise<Impact<ImpactEntry>> {
  return runInSlices(impactSteps(population, buildImpactBasis(context, ruleset)))
}

function buildImpactBasis(context: QueryContext, ruleset: Ruleset): Parameters<typeof impactOf>[1] {
  const { inventory, rules, semantics, at } = context
  const before = { ...rules, policy: policyOf(semantics), at }
  return {
    before,
    after: { ...before, ruleset },
    inventory: { bindings: inventory.pools, usage: inventory.usage },
    // Accounts that a search of the pool picks, see AccountShare.usable.
    free: pool => getFactsOfPool(pool, context).usable,
  }
}

/**
 * Checks the imported plans of a request against the landscape; null without plans, and for
 * populations that ignore them. Throws RefusedRequestError.
 */
export async function validateImport(
  services: Omit<PreviewServices, 'store'>,
  { population, imported }: DraftQuestion,
): Promise<ImportCheck | null> {
  if (imported === null || population !== 'clusters') return null
  const plans = readImportedPlans(imported)
  const known = await services.clusters.read()
  const context = services.context()
  return checkImport(plans, {
    clusters: listAllClusters(context, known),
    plans: context.rules.plans,
    platformRegions: listKnownRegions(context).platform,
  })
}
