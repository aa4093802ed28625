/** A plan of KEB and the providers of its clusters. */
export interface Plan {
  readonly name: string
  /** Provider types; null when any provider is accepted. */
  readonly providers: readonly string[] | null
}

/** The configured plans. */
export interface Plans {
  readonly byName: ReadonlyMap<string, Plan>
  /** Names of plans that need at least one rule. */
  readonly required: ReadonlySet<string>
  /** Gardener's provider type by provider, where the names differ. */
  readonly providerTypes: ReadonlyMap<string, string>
}

/** Builds the plans from a list and the names of required ones. */
export function planTable(
  plans: Iterable<Plan>,
  required: Iterable<string>,
  providerTypes: Iterable<readonly [provider: string, type: string]> = [],
): Plans {
  return {
    byName: new Map(Array.from(plans, plan => [plan.name, plan])),
    required: new Set(required),
    providerTypes: new Map(providerTypes),
  }
}

/** Gardener's provider type of a provider. */
export function providerTypeOf({ providerTypes }: Pick<Plans, 'providerTypes'>, provider: string): string {
  return providerTypes.get(provider) ?? provider
}

/** Whether clusters of `plan` may run on `provider`. */
export function planAllowsProvider(plan: Plan, provider: string): boolean {
  return plan.providers === null || plan.providers.includes(provider)
}

/** Providers of all plans; null when a plan accepts any provider. */
export function knownProviders({ byName }: Pick<Plans, 'byName'>): ReadonlySet<string> | null {
  const known = new Set<string>()
  for (const { providers } of byName.values()) {
    if (providers === null) return null
    for (const provider of providers) known.add(provider)
  }
  return known
}

/**
 * Default provider of a request: the first of its plan. Empty for an unknown plan or one with any
 * provider.
 */
export function defaultProvider(plan: Plan | undefined): string {
  return plan?.providers?.[0] ?? ''
}

/** Plan and platform region of a cluster from one source; null when unknown. */
export interface PlanFacts {
  readonly plan: string | null
  readonly platformRegion: string | null
}

/** Plans of seed 001; its initial configuration also allows trial on gcp. */
const FIRST_PLANS: readonly Plan[] = [
  { name: 'aws', providers: ['aws'] },
  { name: 'azure', providers: ['azure'] },
  { name: 'azure_lite', providers: ['azure'] },
  { name: 'free', providers: ['aws', 'azure'] },
  { name: 'gcp', providers: ['gcp'] },
  { name: 'preview', providers: ['aws'] },
  { name: 'sap-converged-cloud', providers: ['openstack'] },
  { name: 'trial', providers: ['aws', 'azure', 'gcp'] },
]

const LATER_PLANS: readonly Plan[] = [
  { name: 'alicloud', providers: ['alicloud'] },
  { name: 'build-runtime-alicloud', providers: ['alicloud'] },
  { name: 'build-runtime-aws', providers: ['aws'] },
  { name: 'build-runtime-azure', providers: ['azure'] },
  { name: 'build-runtime-gcp', providers: ['gcp'] },
  { name: 'gdch', providers: ['gdch'] },
]

/** Seed 001's plans, all required, and those that KEB added later. */
export const DEFAULT_PLANS: Plans = planTable(
  [...FIRST_PLANS, ...LATER_PLANS],
  FIRST_PLANS.map(plan => plan.name),
)
