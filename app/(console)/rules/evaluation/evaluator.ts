import { coverPools, coverRules } from '#lib/hap/analysis/coverage.ts'
import { ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import { caseChanges, describeLostCases } from '#lib/hap/cases/pinned-case.ts'
import { actualResult, expectationOf, type RouteConfig, runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { parseStoredCases } from '#lib/rules-file/cases-file.ts'
import type { CheckedRules } from '#lib/rules-file/check-rules-file.ts'
import { mergeRules } from '#lib/rules-file/merge-rules.ts'
import { annotateRules, fixRules, formatRules } from '#lib/rules-file/rewrite-rules.ts'
import { buildCheckedDraft, type CheckedDraft, checkDraft, type KnownPlans } from './checked-draft.ts'
import { type Answer, type Publication, type QuestionInput, type Questions, readFourRules } from './questions.ts'

/** The last checked draft with its parsed rules. */
interface Draft {
  readonly id: string
  readonly text: string
  readonly checked: CheckedRules
  readonly known: KnownPlans
}

type Answers = { readonly [Kind in keyof Questions]: (input: QuestionInput<Kind>) => Answer<Kind> }

/**
 * Answers questions about rules with the engine. It remembers the last check, which later questions
 * refer to. Never throws.
 */
export class Evaluator {
  #draft: Draft | null = null

  readonly #answers: Answers = {
    check: input => this.#check(input),
    cases: ({ text }) => this.#cases(text),
    results: ({ draft, cases }) => this.#evaluate(draft, config => this.#results(this.#cases(cases), config)),
    outcome: ({ draft, request, kind }) =>
      this.#evaluate(draft, config => ({
        label: actualResult(kind, request, config),
        expected: expectationOf(kind, request, config),
      })),
    uses: ({ draft, seen }) =>
      this.#evaluate(draft, ({ ruleset }) => {
        return { draft, clusters: coverRules(seen, ruleset).rules.map(({ clusters }) => clusters) }
      }),
    coverage: ({ draft, seen: { combinations, pools } }) =>
      this.#evaluate(draft, ({ ruleset, plans }) => {
        return { ...coverRules(combinations, ruleset), ...coverPools(pools, ruleset, plans) }
      }),
    fix: ({ draft, fix }) => this.#rewrite(draft, ({ text }, source) => fixRules(text, source, fix)),
    format: ({ draft }) =>
      this.#rewrite(draft, ({ text, known }, source) => formatRules(text, source, policyOf(known.semantics))),
    annotate: ({ draft }) =>
      this.#evaluate(draft, ({ ruleset, plans }, { text }) => annotateRules(text, ruleset, plans)),
    merge: ({ base, mine, theirs }) => mergeRules(base, mine, theirs),
    fourRules: ({ text, known }) => readFourRules(text, known),
    publication: previewPublication,
  }

  answer<Kind extends keyof Questions>(kind: Kind, input: QuestionInput<Kind>): Answer<Kind> {
    const answers: Answers = this.#answers
    return answers[kind](input)
  }

  #check({ id, text, known }: QuestionInput<'check'>): CheckedDraft {
    const checked = checkDraft(text, known)
    this.#draft = { id, text, checked, known }
    return buildCheckedDraft(id, text, checked)
  }

  /** Cases rarely change while a person edits rules. */
  readonly #cases = memoizeLast(parseStoredCases)
  /** Several components ask the same question. */
  readonly #results = memoizeLast(runCases)
  readonly #configOf = memoizeLast(buildConfig)

  /**
   * Evaluates the rules of a draft. Returns null for a draft with errors, and for a draft older
   * than the last check.
   */
  #evaluate<Result>(id: string, compute: (config: RouteConfig, draft: Draft) => Result): Result | null {
    if (this.#draft?.id !== id) return null
    const config = this.#configOf(this.#draft)
    return config && compute(config, this.#draft)
  }

  /**
   * Rewrites the text of a draft. Returns null for an unreadable draft, and for a draft older than
   * the last check.
   */
  #rewrite(id: string, write: (draft: Draft, source: RuleSource) => string | null): string | null {
    if (this.#draft?.id !== id) return null
    const { read } = this.#draft.checked
    return 'file' in read ? write(this.#draft, read.file.source) : null
  }
}

function buildConfig({ checked: { ruleset }, known }: Draft): RouteConfig | null {
  const { plans, requiredPlans, semantics } = known
  return ruleset && { ruleset, plans: planTable(plans, requiredPlans), policy: policyOf(semantics) }
}

/** Compares rules and cases before and after a publication. */
function previewPublication({ before, after, known }: QuestionInput<'publication'>): Publication {
  const { ruleset } = checkDraft(after.text, known)
  const plans = planTable(known.plans, known.requiredPlans)
  const rules = ruleset?.rules ?? []
  const cases = parseStoredCases(after.cases)
  const config = ruleset && { ruleset, plans, policy: policyOf(known.semantics) }
  return {
    rules,
    changes: ruleChanges(checkDraft(before.text, known).ruleset?.rules ?? [], rules, plans),
    lostCases: describeLostCases(caseChanges(parseStoredCases(before.cases), cases)),
    failing: config ? runCases(cases, config).filter(({ passed }) => !passed) : [],
  }
}

/** A question on the wire; `number` correlates the answer. */
export interface QuestionMessage<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly kind: Kind
  readonly input: QuestionInput<Kind>
}

export interface AnswerMessage<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly answer: Answer<Kind>
}

/** One end of a message channel: a worker, the worker's global scope, or a port. */
export interface Endpoint {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Answers the questions that arrive at an endpoint, in order. */
export function serveEvaluator(endpoint: Endpoint, evaluator: Evaluator): void {
  endpoint.addEventListener('message', ({ data }) => {
    const { number, kind, input } = data as QuestionMessage
    const message: AnswerMessage = { number, answer: evaluator.answer(kind, input) }
    endpoint.postMessage(message)
  })
}

/** Caches the last result of a function: several components ask the same question. */
export function memoizeLast<Input extends readonly unknown[], Result>(
  compute: (...input: Input) => Result,
): (...input: Input) => Result {
  let last: { readonly input: Input; readonly result: Result } | null = null
  return (...input) => {
    if (last === null || last.input.some((value, index) => value !== input[index]))
      last = { input, result: compute(...input) }
    return last.result
  }
}
