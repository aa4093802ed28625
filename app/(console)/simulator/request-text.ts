import { defaultProvider, type Plan } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import { SEMANTICS, type Semantics } from '#lib/hap/semantics.ts'

export type RequestField = keyof Request

export const REQUEST_FIELDS: readonly RequestField[] = [
  'plan',
  'provider',
  'platformRegion',
  'hyperscalerRegion',
  'globalAccount',
]

/** Builds a request from texts of the form or of the search parameters, trimmed. */
export function parseRequest(textOf: (field: RequestField) => string): Request {
  return {
    plan: textOf('plan').trim(),
    provider: textOf('provider').trim(),
    platformRegion: textOf('platformRegion').trim(),
    hyperscalerRegion: textOf('hyperscalerRegion').trim(),
    globalAccount: textOf('globalAccount').trim(),
  }
}

/**
 * Parses the semantics parameter. Returns null for the semantics in force, which URLs omit, and for
 * any other text.
 */
export function parseSemantics(text: string, inForce: Semantics): Semantics | null {
  return SEMANTICS.find(name => name === text && name !== inForce) ?? null
}

/** Adds the default provider of the plan when the request has none. */
export function addDefaultProvider(request: Request, plans: readonly Plan[]): Request {
  return { ...request, provider: request.provider || defaultProvider(findPlan(request.plan, plans)) }
}

/** Returns the names of plans that begin with `name`; none for an exact or unknown name. */
export function findPlansByPrefix(name: string, plans: readonly Plan[]): readonly string[] {
  if (name === '' || findPlan(name, plans)) return []
  return plans.flatMap(plan => (plan.name.startsWith(name) ? [plan.name] : []))
}

export function findPlan(name: string, plans: readonly Plan[]): Plan | undefined {
  return plans.find(plan => plan.name === name)
}
