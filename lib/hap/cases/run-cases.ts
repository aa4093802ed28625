import { MULTI_ACCOUNT_OFF } from '../lifecycle/multi-account.ts'
import { defaultProvider } from '../plans/plan.ts'
import { type Pool, poolKey, poolName } from '../pools/pool.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { anySelector, claimSelector, formatSelector, sharedSelector, tenantSelector } from '../pools/selector.ts'
import { ANY_ACCOUNT, type Request } from '../request.ts'
import { parseRule } from '../rules/parse-rule.ts'
import { formatRule, type Rule } from '../rules/rule.ts'
import { decide } from '../selection/decide.ts'
import type { Decision } from '../selection/decision.ts'
import { targetKindOf } from '../selection/resolve-target.ts'
import type { SelectionConfig } from '../selection/usage.ts'
import type { Policy } from '../semantics.ts'
import type { Expectation, ExpectationKind, PinnedCase } from './pinned-case.ts'

/** Result of one case, with both sides as texts. */
export interface CaseResult {
  readonly name: string
  readonly passed: boolean
  readonly expected: string
  readonly actual: string
}

/** Runs cases against a ruleset, in order and without a landscape. */
export function runCases(cases: readonly PinnedCase[], config: RouteConfig): readonly CaseResult[] {
  return cases.map(({ name, request, expected }) => {
    const decision = route(request, config)
    const passed = holds(expected, decision, config.policy)
    return { name, passed, expected: describeExpectation(expected), actual: describeActual(expected.kind, decision) }
  })
}

/**
 * Builds an expectation of a kind from the present decision; of another kind when no rule matches
 * or the request is refused.
 */
export function expectationOf(kind: ExpectationKind, request: PinnedCase['request'], config: RouteConfig): Expectation {
  const decision = route(request, config)
  const { rule, pool } = decision
  const lead = targetKindOf(decision)
  if (lead !== 'pool' || !rule || !pool) return { kind: lead === 'refused' ? lead : 'no-rule' }
  if (kind === 'pool') return { kind, pool }
  if (kind === 'selector') return { kind, selector: selectorText(pool) }
  return { kind: 'rule', rule: formatRule(rule) }
}

/** Formats the present decision for a case of a kind. */
export function actualResult(kind: ExpectationKind, request: PinnedCase['request'], config: RouteConfig): string {
  return describeActual(kind, route(request, config))
}

/** Formats an expectation as a clause: `rule aws(PR=cf-eu11) -> EU`, `pool aws · EU`, `no rule`. */
export function describeExpectation(expected: Expectation): string {
  if (expected.kind === 'rule') return `rule ${expected.rule}`
  if (expected.kind === 'pool') return `pool ${poolName(expected.pool)}`
  if (expected.kind === 'selector') return `selector ${expected.selector}`
  return expected.kind === 'no-rule' ? 'no rule' : 'refused'
}

function holds(expected: Expectation, decision: Decision, policy: Policy): boolean {
  const { rule, pool, request } = decision
  const lead = targetKindOf(decision)
  if (expected.kind === 'no-rule' || expected.kind === 'refused') return expected.kind === lead
  if (lead !== 'pool' || !rule || !pool) return false
  if (expected.kind === 'rule') return canonical(expected, policy) === textOf(rule)
  if (expected.kind === 'pool') return poolKey(expected.pool) === poolKey(pool)
  const wanted = requirements(expected.selector)
  return selectorsOf(pool, request.globalAccount).some(selector => requirements(selector) === wanted)
}

/** Cached, since cases stay the same while rules are edited. */
const KNOWN = new WeakMap<Expectation, { readonly policy: Policy; readonly text: string | null }>()

/** Canonical text of the expected rule; null when it does not parse. */
function canonical(expected: Extract<Expectation, { readonly kind: 'rule' }>, policy: Policy): string | null {
  const known = KNOWN.get(expected)
  if (known?.policy === policy) return known.text
  const { rule } = parseRule(expected.rule, 0, policy)
  const text = rule && formatRule(rule)
  KNOWN.set(expected, { policy, text })
  return text
}

const TEXTS = new WeakMap<Rule, string>()

/** Canonical text of a rule, cached for many cases. */
function textOf(rule: Rule): string {
  const text = TEXTS.get(rule) ?? formatRule(rule)
  TEXTS.set(rule, text)
  return text
}

/** Formats the selectors of a search in a pool for a global account. */
function selectorsOf(pool: Pool, globalAccount: string): readonly string[] {
  if (pool.shared) return [formatSelector(sharedSelector(pool))]
  return [anySelector(pool), tenantSelector(pool, globalAccount), claimSelector(pool)].map(formatSelector)
}

/** Formats the selector that cases name for a pool; for a dedicated one it matches any owner. */
function selectorText(pool: Pool): string {
  return formatSelector(pool.shared ? sharedSelector(pool) : anySelector(pool))
}

function requirements(selector: string): string {
  return selector
    .split(',')
    .map(requirement => requirement.trim())
    .toSorted()
    .join(',')
}

function describeActual(kind: ExpectationKind, decision: Decision): string {
  const { outcome, rule, pool } = decision
  const lead = targetKindOf(decision)
  if (lead !== 'pool' || !rule || !pool) return `${lead === 'refused' ? lead : 'no rule'}: ${outcome.message}`
  if (kind === 'pool') return `pool ${poolName(pool)}, by rule ${rule.index + 1}`
  if (kind === 'selector') return `selector ${selectorText(pool)}, by rule ${rule.index + 1}`
  return `rule ${rule.index + 1}: ${textOf(rule)}`
}

/** Configuration that determines a pool, independent of the landscape. */
export type RouteConfig = Pick<SelectionConfig, 'ruleset' | 'plans' | 'policy'>

const NO_CLUSTERS = { database: 0, reserved: 0, onlyInGardener: 0 }
const NO_BINDINGS = new PoolIndex()
const NO_USAGE = {
  clusters: () => NO_CLUSTERS,
  tenants: () => [],
  bindings: () => [],
  condition: () => null,
  migrations: () => [],
  instances: () => 0,
  shoots: () => 0,
}

/**
 * Decides a request in an empty landscape, which shows where the rules alone lead: `wait` means a
 * pool.
 */
export function route(request: Request, config: RouteConfig): Decision {
  const { plan, provider, globalAccount } = request
  const asked = {
    ...request,
    provider: provider || defaultProvider(config.plans.byName.get(plan)),
    globalAccount: globalAccount || ANY_ACCOUNT,
  }
  const inventory = { bindings: NO_BINDINGS, usage: NO_USAGE }
  return decide(asked, inventory, { ...config, multiAccount: MULTI_ACCOUNT_OFF, at: 0 })
}
