/** A plan KEB offers, and the hyperscalers its clusters may run on. */
export interface Plan {
  readonly name: string
  /** Provider types; null when any provider is accepted. */
  readonly providers: readonly string[] | null
}

/** Plans are configuration, not code. */
export interface Plans {
  readonly byName: ReadonlyMap<string, Plan>
  /** Names of the plans that need at least one rule. */
  readonly required: ReadonlySet<string>
  /** Gardener's provider type by provider, where its name differs. */
  readonly providerTypes: ReadonlyMap<string, string>
}

/** Plans by their names, and which of them need a rule. */
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

/** The provider type of Gardener that bindings of a provider have. */
export function providerTypeOf({ providerTypes }: Pick<Plans, 'providerTypes'>, provider: string): string {
  return providerTypes.get(provider) ?? provider
}

/** Whether clusters of `plan` may run on `provider`; true for a plan that accepts any. */
export function planAllowsProvider(plan: Plan, provider: string): boolean {
  return plan.providers === null || plan.providers.includes(provider)
}

/** The provider a request is meant for that names none: the first of its plan. Empty for an unknown plan, or one that takes any. */
export function defaultProvider(plan: Plan | undefined): string {
  return plan?.providers?.[0] ?? ''
}

/** What one source says of a cluster's plan and platform region; null for what it does not. */
export interface PlanFacts {
  readonly plan: string | null
  readonly platformRegion: string | null
}

/** The table of seed 001; trial also runs on gcp there, by its initial configuration. */
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

/** Seed 001's plans, all of them required, and those KEB added later. */
export const DEFAULT_PLANS: Plans = planTable(
  [...FIRST_PLANS, ...LATER_PLANS],
  FIRST_PLANS.map(plan => plan.name),
)
