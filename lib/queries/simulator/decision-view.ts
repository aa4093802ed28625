import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { formatRequirement } from '#lib/hap/pools/selector.ts'
import { type ShownRules, selectShownRules } from '#lib/hap/rules/ruleset.ts'
import type { Candidate, Decision, Outcome, Reasoning, SearchStep } from '#lib/hap/selection/decision.ts'
import type { QueryContext } from '../query-context.ts'
import { isSafeSelector, selectorCommand } from '../selector-command.ts'

/** Candidates of one step that are sent; the rest is a number. */
const MOST_CANDIDATES = 50

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
export function decisionView(decision: Decision, context: QueryContext, also: Binding | null = null): DecisionView {
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

export function outcomeView(outcome: Outcome): OutcomeView {
  return 'binding' in outcome ? { ...outcome, binding: linkOf(outcome.binding) } : outcome
}

function stepView(step: SearchStep, context: QueryContext, also: Binding | null): StepView {
  const { purpose, reached, others, selector, candidates } = step
  const place = ({ reason, binding }: Candidate) => (reason === 'chosen' ? 0 : binding === also ? 1 : 2)
  const shown = candidates.toSorted((a, b) => place(a) - place(b)).slice(0, MOST_CANDIDATES)
  return {
    purpose,
    reached,
    others,
    requirements: isSafeSelector(selector) ? selector.map(formatRequirement) : null,
    command: selectorCommand(selector, context),
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
