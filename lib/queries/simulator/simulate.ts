import { type Binding, bindingKey, countAccounts } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { formatRequirement } from '#lib/hap/pools/selector.ts'
import type { Request } from '#lib/hap/request.ts'
import { listCaseDifferences, type ShownRules, selectShownRules } from '#lib/hap/rules/rule-trace.ts'
import { compareSemantics, type SemanticsComparison } from '#lib/hap/selection/compare-semantics.ts'
import type { Candidate, Decision, Outcome, Reasoning, SearchStep } from '#lib/hap/selection/decision.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import { formatSelectorCommand, isSafeSelector } from '../pools/selectors.ts'
import type { QueryContext } from '../query-context.ts'
import { listKnownRegions } from './request-options.ts'

/** Outcome under the other semantics. */
export interface OtherSemantics {
  readonly semantics: QueryContext['semantics']
  readonly outcome: OutcomeView
  /** Causes of the difference, with the behaviour of both semantics. */
  readonly differences: SemanticsComparison['differences']
}

/** Result of a simulated request. */
export interface Simulation {
  readonly semantics: QueryContext['semantics']
  readonly decision: DecisionView
  /** Null when both semantics decide the same. */
  readonly other: OtherSemantics | null
  /** Probable mistakes in the request, as sentences. */
  readonly warnings: readonly string[]
  /** Unusual parts of the request as sentences, such as an unknown region or global account. */
  readonly hints: readonly string[]
  /** Number of rules in force. */
  readonly rules: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Evaluates a request under the semantics in force and compares it with the other semantics. Writes
 * nothing.
 */
export function simulate(context: QueryContext, request: Request): Simulation {
  const { inventory, rules, semantics, at } = context
  const compared = compareSemantics(request, { bindings: inventory.pools, usage: inventory.usage }, { ...rules, at })
  const [name] = SEMANTICS.filter(each => each !== semantics)
  const other = name !== undefined && compared.differences.length > 0 ? compared[name].outcome : null
  const warnings = listCaseDifferences(compared[semantics].reasoning.rules)
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
    warnings,
    hints: listRequestHints(context, request, { isRegionWarned: warnings.length > 0 }),
    rules: rules.ruleset.rules.length,
    at,
  }
}

/** Maximum number of candidates of one step; the rest is counted. */
const MAX_CANDIDATES = 50

/** The part of a binding that links to its page. */
export type BindingLink = Pick<Binding, 'kind' | 'namespace' | 'name' | 'account'>

type Linked<Item> = Item extends { binding: Binding } ? Omit<Item, 'binding'> & { readonly binding: BindingLink } : Item

/** An outcome whose binding is reduced to a link. */
export type OutcomeView = Linked<Outcome>

/** A candidate of a search; its binding is reduced to a link. */
export interface CandidateView extends Omit<Candidate, 'binding'> {
  readonly key: string
  readonly binding: BindingLink
}

/** A search of the decision with its selector and candidates. */
export interface StepView extends Pick<SearchStep, 'purpose' | 'reached' | 'others'> {
  /** Requirements of the selector in the syntax of Kubernetes; null for an illegal label value. */
  readonly requirements: readonly string[] | null
  /** Lists the bindings of the selector; null together with `requirements`. */
  readonly command: string | null
  /** The chosen one first, then by name. */
  readonly candidates: readonly CandidateView[]
  /** Number of candidates that the selector returns. */
  readonly selected: number
  /** Number of their accounts. */
  readonly accounts: number
  /** Number of candidates that are cut. */
  readonly more: number
}

/** A decision with its reasoning, as data for a page. */
export interface DecisionView extends ShownRules {
  readonly request: Decision['request']
  readonly outcome: OutcomeView
  readonly rule: Decision['rule']
  readonly pool: Decision['pool']
  readonly steps: readonly StepView[]
  readonly limit: Reasoning['limit']
  readonly onAllowlist: boolean
}

/** `also` is the binding of another decision; it follows the chosen candidate and is never cut. */
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
  const rank = ({ reason, binding }: Candidate) => (reason === 'chosen' ? 0 : binding === also ? 1 : 2)
  const found = candidates.filter(({ selected }) => selected)
  const shown = candidates.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_CANDIDATES)
  return {
    purpose,
    reached,
    others,
    requirements: isSafeSelector(selector) ? selector.map(formatRequirement) : null,
    command: formatSelectorCommand(selector, context),
    candidates: shown.map(candidateView),
    selected: found.length,
    accounts: countAccounts(found.map(({ binding }) => binding)),
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
 * Lists parts of a request that the inventory does not know. They are no errors, because a first
 * cluster has to start somewhere. Illegal label values are reported elsewhere. `isRegionWarned`: a
 * warning names the region that was probably meant.
 */
export function listRequestHints(
  context: QueryContext,
  request: Request,
  { isRegionWarned = false }: { readonly isRegionWarned?: boolean } = {},
): readonly string[] {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  const { platform, hyperscaler } = listKnownRegions(context)
  const regions = hyperscaler.find(known => known.provider === provider)?.regions ?? []
  const { inventory } = context
  const hints: string[] = []
  if (isLegalLabelValue(platformRegion) && !platform.includes(platformRegion)) {
    const meant = platform.find(known => known.toLowerCase() === platformRegion.toLowerCase())
    const unknown = `No rule or pool uses platform region ${platformRegion}.`
    if (meant === undefined) hints.push(unknown)
    else if (!isRegionWarned) hints.push(`${unknown} Did you mean ${meant}?`)
  }
  if (isLegalLabelValue(hyperscalerRegion) && !regions.includes(hyperscalerRegion)) {
    hints.push(`No shoot on ${provider} and no rule of plan ${plan} uses hyperscaler region ${hyperscalerRegion}.`)
  }
  const isKnownAccount =
    inventory.bindingsOfTenant(globalAccount).length > 0 ||
    inventory.shootsOfTenant(globalAccount).length > 0 ||
    inventory.awaitedOfTenant(globalAccount).length > 0
  if (isLegalLabelValue(globalAccount) && !isKnownAccount) hints.push('New global account: no bindings or shoots yet.')
  return hints
}
