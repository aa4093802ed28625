import { countInstances, type KebInstance } from '#lib/hap/analysis/keb-gauges.ts'
import { MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS, type Plans, planTable } from '#lib/hap/plans/plan.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { anySelector, claimSelector, formatSelector, sharedSelector, tenantSelector } from '#lib/hap/pools/selector.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Diagnostic } from '#lib/hap/rules/diagnostic.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import type { Decision, Outcome } from '#lib/hap/selection/decision.ts'
import { refusalOf, targetPool } from '#lib/hap/selection/resolve-target.ts'
import type { SelectionConfig, UsageSource } from '#lib/hap/selection/usage.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { type CaseOf, readInstance, readMultiAccount } from './case-schema.ts'

/** An error in the notation of cases; each class has its own keys. */
export interface CaseError {
  readonly class: string
  readonly rules?: readonly number[]
  readonly missing?: string
  readonly plan?: string
  readonly uncovered?: readonly string[]
}

export function runParseCase({ rules }: CaseOf<'parse'>, policy: Policy): object {
  const parsed = rules.map((text, index) => parseRule(text, index, policy))
  const errors = caseErrors(parsed.flatMap(one => one.diagnostics))
  const rule = parsed[0]?.rule
  return errors.length > 0 ? { ok: false, errors } : { ok: true, errors, rule: rule ? caseRule(rule) : null }
}

export function runValidateCase({ rules, plans }: CaseOf<'validate'>, policy: Policy): object {
  const { ruleset, diagnostics } = Ruleset.from(rules, casePlans(plans), policy)
  return { ok: ruleset !== null, errors: caseErrors(diagnostics) }
}

/** The plans of a case; by default KEB's plans are allowed and none is required. */
function casePlans(plans: CaseOf<'validate'>['plans']): Plans {
  const names = plans?.allowed ?? [...DEFAULT_PLANS.byName.keys()]
  const table = names.map(name => ({ name, providers: DEFAULT_PLANS.byName.get(name)?.providers ?? null }))
  return planTable(table, plans?.required ?? [])
}

/** The errors of the first failing class of KEB; only that class is compared. */
function caseErrors(diagnostics: readonly Diagnostic[]): readonly CaseError[] {
  const errors = diagnostics.filter(one => one.severity === 'error')
  return errors.filter(one => one.class === errors[0]?.class).map(caseError)
}

function caseError(error: Diagnostic): CaseError {
  if (error.code === 'plan-unknown') return { class: 'plan', rules: numbersOf(error), plan: error.plans[0] ?? '' }
  if (error.code === 'plan-uncovered') return { class: 'plan', uncovered: error.plans }
  if (error.class === 'empty') return { class: 'empty' }
  const rules =
    error.class === 'ambiguity'
      ? [...error.related.map(range => range.rule + 1), ...numbersOf(error)]
      : numbersOf(error)
  return { class: error.class, rules, ...(error.missing === null ? {} : { missing: error.missing }) }
}

function numbersOf(error: Diagnostic): readonly number[] {
  return error.range ? [error.range.rule + 1] : []
}

function caseRule({ plan, platformRegion, hyperscalerRegion, output }: Rule): object {
  return { plan, platformRegion, hyperscalerRegion, output }
}

/** The tenant of match cases, which do not name one. */
const PLACEHOLDER = '<TENANT>'

export function runMatchCase(test: CaseOf<'match'>, policy: Policy): object {
  const config = configOf(test, MULTI_ACCOUNT_OFF, policy)
  if ('errors' in config) return config
  const { hyperscaler, ...input } = test.input
  const request = { ...input, provider: hyperscaler, globalAccount: 'any' }
  const rule = config.ruleset.match(request)
  if (!rule) return failure('no-match')
  const pool = targetPool(rule, request)
  const seen = { ...ruleFacts(rule, pool), labelSelector: selectors(pool, PLACEHOLDER) }
  return refusalOf(request, rule, pool, config) ? { ...failure('refused'), ...seen } : { ok: true, errors: [], ...seen }
}

export function runSelectCase(test: CaseOf<'select'>, policy: Policy): object {
  const { tenant, targetSecret, multiAccount, hyperscaler, plan, platformRegion, hyperscalerRegion } = test.input
  if (targetSecret) return { ok: true, errors: [], binding: targetSecret, via: 'preset', claimed: false }
  const config = configOf(test, readMultiAccount(multiAccount), policy)
  if ('errors' in config) return config
  const bindings = test.input.bindings.map(caseBinding)
  const usage = caseUsage(test, tenant)
  const request = { plan, provider: hyperscaler, platformRegion, hyperscalerRegion, globalAccount: tenant }
  const decision = decide(request, { bindings: PoolIndex.of(bindings), usage }, config)
  return decisionFacts(decision, request)
}

function configOf(
  test: CaseOf<'match'> | CaseOf<'select'>,
  multiAccount: MultiAccount,
  policy: Policy,
): SelectionConfig | { readonly ok: false; readonly errors: object } {
  const plans = casePlans(test.plans)
  const { ruleset, diagnostics } = Ruleset.from(test.rules, plans, policy)
  if (!ruleset) return { ok: false, errors: caseErrors(diagnostics) }
  return { ruleset, plans, multiAccount, policy, at: 0 }
}

function caseBinding({ name, labels }: CaseOf<'select'>['input']['bindings'][number]): Binding {
  const namespace = 'garden-case'
  return {
    kind: 'CredentialsBinding',
    namespace,
    name,
    uid: '',
    resourceVersion: '',
    account: { kind: 'Secret', namespace, name },
    providers: [],
    labels: labels ?? {},
    annotations: {},
    createdAt: '',
    deletedAt: null,
  }
}

/**
 * A case does not link instances to shoots, so that its clusters are those that KEB counts: shoots of a shared binding, instances of the
 * tenant on any other.
 */
function caseUsage({ input }: CaseOf<'select'>, tenant: string): UsageSource {
  const instances: readonly KebInstance[] = input.instances.map(readInstance)
  const shoots = (name: string) => input.shoots.filter(shoot => shoot.credentialsBinding === name).length
  return {
    shoots,
    // A case has no accounts, so each binding counts as a separate account.
    tenants: () => [],
    bindings: () => [],
    condition: () => null,
    migrations: () => [],
    instances: (name, globalAccount) => countInstances(instances, name, globalAccount),
    clusters: ({ kind, name, labels }) => {
      const isShared = readLabels(kind, labels).shared === 'true'
      return {
        database: isShared ? shoots(name) : countInstances(instances, name, tenant),
        reserved: 0,
        onlyInGardener: 0,
      }
    },
  }
}

function decisionFacts({ outcome, rule, pool, reasoning }: Decision, request: Request): object {
  const facts = rule && pool ? { ...ruleFacts(rule, pool), labelSelector: selectors(pool, request.globalAccount) } : {}
  const own = reasoning.limit === null ? undefined : reasoning.steps.find(step => step.purpose === 'reuse')
  const selected = own?.candidates.filter(candidate => candidate.selected) ?? []
  const counts = own && Object.fromEntries(selected.map(({ binding, clusters }) => [binding.name, clusters]))
  const seen = { ...facts, ...(own ? { counts, limit: reasoning.limit?.value } : {}) }
  if (!('binding' in outcome)) return { ...failure(errorClass(outcome)), ...seen }
  const claimed = outcome.kind === 'claim'
  const labelsAfterClaim = claimed ? { ...outcome.binding.labels, tenantName: request.globalAccount } : undefined
  return {
    ok: true,
    errors: [],
    binding: outcome.binding.name,
    via: viaOf(outcome),
    claimed,
    labelsAfterClaim,
    ...seen,
  }
}

function viaOf(outcome: Outcome): string {
  return outcome.kind === 'reuse' && outcome.multiAccount ? 'multi' : outcome.kind
}

function errorClass(outcome: Outcome): string {
  if (outcome.kind === 'no-rule') return 'no-match'
  if (outcome.kind === 'wait') return 'no-binding'
  if (outcome.kind !== 'refused') return outcome.kind
  if (outcome.reason === 'unknown-plan') return 'no-match'
  return outcome.reason === 'unnamed-binding' ? 'empty-name' : 'refused'
}

function failure(errorClass: string): object {
  return { ok: false, errors: [{ class: errorClass }] }
}

function ruleFacts(rule: Rule, pool: Pool): object {
  return { matchedRule: { no: rule.index + 1, text: rule.text }, labels: pool }
}

/** For a shared rule the tenant and any selectors are the shared one, and there is none to claim (KEB). */
function selectors(pool: Pool, tenant: string): object {
  const shared = formatSelector(sharedSelector(pool))
  if (pool.shared) return { tenant: shared, any: shared, shared }
  return {
    tenant: formatSelector(tenantSelector(pool, tenant)),
    claim: formatSelector(claimSelector(pool)),
    any: formatSelector(anySelector(pool)),
  }
}
