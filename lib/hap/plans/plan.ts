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
