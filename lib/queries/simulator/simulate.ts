import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { formatRequirement } from '#lib/hap/pools/selector.ts'
import type { Request } from '#lib/hap/request.ts'
import { type ShownRules, selectShownRules } from '#lib/hap/rules/ruleset.ts'
import { compareSemantics, type SemanticsComparison } from '#lib/hap/selection/compare-semantics.ts'
import type { Candidate, Decision, Outcome, Reasoning, SearchStep } from '#lib/hap/selection/decision.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import { formatSelectorCommand, isSafeSelector } from '../pools/selectors.ts'
import type { QueryContext } from '../query-context.ts'
import { listKnownRegions } from './request-options.ts'

/** What the other semantics would do instead. */
export interface OtherSemantics {
  readonly semantics: QueryContext['semantics']
  readonly outcome: OutcomeView
  /** Which differences are behind it: what it is about, and what each semantics does. */
  readonly differences: SemanticsComparison['differences']
}

export interface Simulation {
  readonly semantics: QueryContext['semantics']
  readonly decision: DecisionView
  /** Null where both semantics decide the same. */
  readonly other: OtherSemantics | null
  /** What is odd about the request, as sentences: a region nobody uses, a tenant nobody knows. */
  readonly hints: readonly string[]
  /** Rules in force. */
  readonly rules: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a request would get and why, under the semantics in force, and where the other one parts. Writes nothing. */
export function simulate(context: QueryContext, request: Request): Simulation {
  const { inventory, rules, semantics, at } = context
  const compared = compareSemantics(request, { bindings: inventory.pools, usage: inventory.usage }, { ...rules, at })
  const [name] = SEMANTICS.filter(each => each !== semantics)
  const other = name !== undefined && compared.differences.length > 0 ? compared[name].outcome : null
  return {
    semantics,
    decision: buildDecisionView(compared[semantics], context, other && 'binding' in other ? other.binding : null),
    other:
      name !== undefined && other !== null
        ? {
            semantics: name,
            outcome: outcomeView(other),
            differences: compared.differences,
          }
        : null,
    hints: listRequestHints(context, request),
    rules: rules.ruleset.rules.length,
    at,
  }
}

/** Candidates of one step that are sent; the rest is a number. */
const MAX_CANDIDATES = 50

export type BindingLink = Pick<Binding, 'kind' | 'namespace' | 'name' | 'account'>

type Linked<Item> = Item extends { binding: Binding } ? Omit<Item, 'binding'> & { readonly binding: BindingLink } : Item

export type OutcomeView = Linked<Outcome>

export interface CandidateView extends Omit<Candidate, 'binding'> {
  readonly key: string
  readonly binding: BindingLink
}

export interface StepView extends Pick<SearchStep, 'purpose' | 'reached' | 'others'> {
  /** The requirements of the selector as Kubernetes writes them; null when a value is no legal label value, which nothing may be asked with. */
  readonly requirements: readonly string[] | null
  /** Lists what the selector finds; null together with `requirements`. */
  readonly command: string | null
  /** The chosen one first, then by name. */
  readonly candidates: readonly CandidateView[]
  /** Candidates that the selector returns. */
  readonly selected: number
  /** Candidates that are not sent. */
  readonly more: number
}

/** A decision as data: its reasoning computed, its bindings cut to what a page shows. */
export interface DecisionView extends ShownRules {
  readonly request: Decision['request']
  readonly outcome: OutcomeView
  readonly rule: Decision['rule']
  readonly pool: Decision['pool']
  readonly steps: readonly StepView[]
  readonly limit: Reasoning['limit']
  readonly onAllowlist: boolean
}

/** `also` is the binding another decision takes; among the candidates it is always sent, right after the chosen one. */
export function buildDecisionView(
  decision: Decision,
  context: QueryContext,
  also: Binding | null = null,
): DecisionView {
  const { request, outcome, rule, pool, reasoning } = decision
  return {
    request,
    outcome: outcomeView(outcome),
    rule,
    pool,
    ...selectShownRules(reasoning.rules),
    steps: reasoning.steps.map(step => stepView(step, context, also)),
    limit: reasoning.limit,
    onAllowlist: reasoning.onAllowlist,
  }
}

function outcomeView(outcome: Outcome): OutcomeView {
  return 'binding' in outcome ? { ...outcome, binding: linkOf(outcome.binding) } : outcome
}

function stepView(step: SearchStep, context: QueryContext, also: Binding | null): StepView {
  const { purpose, reached, others, selector, candidates } = step
  const place = ({ reason, binding }: Candidate) => (reason === 'chosen' ? 0 : binding === also ? 1 : 2)
  const shown = candidates.toSorted((a, b) => place(a) - place(b)).slice(0, MAX_CANDIDATES)
  return {
    purpose,
    reached,
    others,
    requirements: isSafeSelector(selector) ? selector.map(formatRequirement) : null,
    command: formatSelectorCommand(selector, context),
    candidates: shown.map(candidateView),
    selected: candidates.filter(({ selected }) => selected).length,
    more: candidates.length - shown.length,
  }
}

function candidateView({ binding, ...candidate }: Candidate): CandidateView {
  return { ...candidate, key: bindingKey(binding), binding: linkOf(binding) }
}

function linkOf({ kind, namespace, name, account }: Binding): BindingLink {
  return { kind, namespace, name, account }
}

/**
 * What the inventory knows nothing about in a request. Nothing here is an error: a first cluster has to begin
 * somewhere. What is no label value at all is said elsewhere.
 */
export function listRequestHints(context: QueryContext, request: Request): readonly string[] {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  const { platform, hyperscaler } = listKnownRegions(context)
  const regions = hyperscaler.find(known => known.provider === provider)?.regions ?? []
  const { inventory } = context
  const hints: string[] = []
  if (isLegalLabelValue(platformRegion) && !platform.includes(platformRegion)) {
    hints.push(`No rule and no pool names platform region ${platformRegion}.`)
  }
  if (isLegalLabelValue(hyperscalerRegion) && !regions.includes(hyperscalerRegion)) {
    hints.push(`No shoot on ${provider} and no rule of plan ${plan} has hyperscaler region ${hyperscalerRegion}.`)
  }
  const seen =
    inventory.bindingsOfTenant(globalAccount).length > 0 ||
    inventory.shootsOfTenant(globalAccount).length > 0 ||
    inventory.awaitedOfTenant(globalAccount).length > 0
  if (isLegalLabelValue(globalAccount) && !seen) hints.push('This global account has no binding and no shoot so far.')
  return hints
}
