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

/** A request from what was typed into the form or stands in the address. White space around a value is never meant. */
export function requestFrom(textOf: (field: RequestField) => string): Request {
  return {
    plan: textOf('plan').trim(),
    provider: textOf('provider').trim(),
    platformRegion: textOf('platformRegion').trim(),
    hyperscalerRegion: textOf('hyperscalerRegion').trim(),
    globalAccount: textOf('globalAccount').trim(),
  }
}

/** The semantics an address names; null for those in force, which are not written, and for any other text. */
export function semanticsFrom(text: string, inForce: Semantics): Semantics | null {
  return SEMANTICS.find(name => name === text && name !== inForce) ?? null
}

/** The request that is evaluated: without a provider of its own it gets that of its plan. */
export function withProvider(request: Request, plans: readonly Plan[]): Request {
  return { ...request, provider: request.provider || defaultProvider(findPlan(request.plan, plans)) }
}

/** Names of plans that a text could become; none when it is one, or begins none. */
export function plansBegunBy(name: string, plans: readonly Plan[]): readonly string[] {
  if (name === '' || findPlan(name, plans)) return []
  return plans.flatMap(plan => (plan.name.startsWith(name) ? [plan.name] : []))
}

export function findPlan(name: string, plans: readonly Plan[]): Plan | undefined {
  return plans.find(plan => plan.name === name)
}
