import { planAllowsProvider } from '../plans/plan.ts'
import { isLegalLabelValue } from '../pools/labels.ts'
import type { Pool } from '../pools/pool.ts'
import type { AccountRequest, Request } from '../request.ts'
import { type Rule, specificity } from '../rules/rule.ts'
import type { Outcome, Refusal } from './decision.ts'
import type { SelectionConfig } from './usage.ts'

/** Target of a request before any search: a pool, or an outcome that ends the decision. */
type ResolvedTarget =
  | { readonly rule: Rule | null; readonly pool: Pool; readonly end: null }
  | { readonly rule: Rule | null; readonly pool: Pool | null; readonly end: Outcome }

/**
 * Resolves a request by its best rule, or by the target that it names itself. Decisions and claims
 * share this function.
 */
export function resolveTarget(request: AccountRequest, config: SelectionConfig): ResolvedTarget {
  if (request.target) {
    const pool = { hyperscalerType: request.provider, ...request.target }
    return { rule: null, pool, end: refusedTarget(request, pool, config) }
  }
  const rule = config.ruleset.match(request)
  if (!rule) return { rule, pool: null, end: unmatched(request, config) }
  const pool = targetPool(rule, request)
  return { rule, pool, end: refusalOf(request, rule, pool, config) }
}

/**
 * Pool of a rule: provider, platform region, hyperscaler region, each only if the rule outputs it
 * (seed 001). An empty region is appended unchanged; see refusalOf.
 */
export function targetPool(rule: Rule, request: Request): Pool {
  const platformRegion = rule.output.PR ? `_${request.platformRegion}` : ''
  const hyperscalerRegion = rule.output.HR ? `_${request.hyperscalerRegion}` : ''
  return {
    hyperscalerType: `${request.provider}${platformRegion}${hyperscalerRegion}`,
    euAccess: rule.output.EU,
    shared: rule.output.S,
  }
}

/**
 * Target by the rules alone: a pool; no rule matches, for example for an unknown plan; or a rule
 * matches but the request is invalid.
 */
type TargetKind = 'pool' | 'no-rule' | 'refused'

interface Decided {
  /** Null when no rule matched. */
  readonly rule: unknown
  readonly outcome: { readonly kind: Outcome['kind']; readonly reason?: Refusal }
}

/** Classifies a decision for cases, impact and pins. */
export function targetKindOf({ rule, outcome }: Decided): TargetKind {
  if (!rule) return 'no-rule'
  return outcome.kind === 'refused' && !LANDSCAPE_REFUSALS.has(outcome.reason) ? 'refused' : 'pool'
}

/** Refusals because of a binding's state; the rule leads to the pool all the same. */
const LANDSCAPE_REFUSALS: ReadonlySet<Refusal | undefined> = new Set(['unnamed-binding', 'own-unusable'])

type Refused = Extract<Outcome, { readonly kind: 'refused' }>

/** Returns why a request with a matching rule is refused before any search; null when it is not. */
export function refusalOf(request: Request, rule: Rule, pool: Pool, config: SelectionConfig): Refused | null {
  return (
    refusedProvider(request, config) ??
    refusedRegion(request, rule, pool, config) ??
    refusedTenant(request, pool, config)
  )
}

/**
 * Returns why a request with an explicit target is refused before any search; null when it is not.
 */
function refusedTarget(request: Request, pool: Pool, config: SelectionConfig): Refused | null {
  if (!isLegalLabelValue(request.provider) || request.provider === '') return illegal('Provider', request.provider)
  return refusedTenant(request, pool, config)
}

/** Outcome of a request without a matching rule. */
function unmatched(request: Request, config: SelectionConfig): Outcome {
  if (!config.plans.byName.has(request.plan)) {
    return refused('unknown-plan', `Unknown plan ${quoted(request.plan)}.`)
  }
  const rules = config.ruleset.rulesOf(request.plan)
  if (rules.length === 0) return { kind: 'no-rule', message: `No rule names plan ${request.plan}.` }
  const only = rules.every(rule => specificity(rule) > 0) ? ', and there is no rule for every region' : ''
  return { kind: 'no-rule', message: `No rule of plan ${request.plan} matches ${regionsOf(request)}${only}.` }
}

function regionsOf({ platformRegion, hyperscalerRegion }: Request): string {
  const [platform, hyperscaler] = [quoted(platformRegion), quoted(hyperscalerRegion)]
  if (platformRegion === '' && hyperscalerRegion === '') return 'a request without regions'
  if (platformRegion === '') return `hyperscaler region ${hyperscaler} without a platform region`
  if (hyperscalerRegion === '') return `platform region ${platform} without a hyperscaler region`
  return `platform region ${platform} and hyperscaler region ${hyperscaler}`
}

/** Outcome of a refused request. */
export function refused(reason: Refusal, message: string): Refused {
  return { kind: 'refused', reason, message }
}

function refusedProvider({ plan: name, provider }: Request, { plans, policy }: SelectionConfig): Refused | null {
  const plan = plans.byName.get(name)
  if (policy.planProvider === 'unchecked' || !plan) return null
  if (!planAllowsProvider(plan, provider)) {
    return refused('plan-provider', `Plan ${name} runs on ${plan.providers?.join(' or ')}, not on ${quoted(provider)}.`)
  }
  return isLegalLabelValue(provider) ? null : illegal('Provider', provider)
}

/**
 * Regions are untrusted input and become part of a label; without them the hyperscaler type is the
 * provider's name.
 */
function refusedRegion(request: Request, rule: Rule, pool: Pool, { policy }: SelectionConfig): Refused | null {
  if (policy.emptyRegion === 'appended' || !(rule.output.PR || rule.output.HR)) return null
  const regions = [
    ...(rule.output.PR ? [['platform region', request.platformRegion] as const] : []),
    ...(rule.output.HR ? [['hyperscaler region', request.hyperscalerRegion] as const] : []),
  ]
  const lacking = regions.filter(([, region]) => region === '').map(([name]) => name)
  if (lacking.length > 0) {
    const what = lacking.join(' and ')
    return refused('empty-region', `Rule ${rule.index + 1} adds the ${what} to the label, but the request has none.`)
  }
  const [wrong] = regions.filter(([, region]) => !isLegalLabelValue(region))
  if (wrong) return illegal(`The ${wrong[0]}`, wrong[1])
  return isLegalLabelValue(pool.hyperscalerType) ? null : illegal('The hyperscaler type', pool.hyperscalerType)
}

/** The tenant is matched against labels and written as one; shared rules ignore it. */
function refusedTenant({ globalAccount }: Request, pool: Pool, { policy }: SelectionConfig): Refused | null {
  if (policy.malformed === 'as-selected' || pool.shared || isLegalLabelValue(globalAccount)) return null
  return globalAccount === ''
    ? refused('illegal-label', 'The request names no global account.')
    : illegal('Global account', globalAccount)
}

function illegal(what: string, value: string): Refused {
  return refused('illegal-label', `${what} ${quoted(value)} is not a legal label value.`)
}

function quoted(text: string): string {
  return text.length > 80 ? `"${text.slice(0, 79)}…"` : `"${text}"`
}
