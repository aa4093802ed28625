import { coverPools, coverRules } from '#lib/hap/analysis/coverage.ts'
import { ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import { caseChanges, describeLostCases } from '#lib/hap/cases/pinned-case.ts'
import { actualResult, expectationOf, type RouteConfig, runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { casesOf } from '#lib/rules-file/cases-file.ts'
import type { CheckedRules } from '#lib/rules-file/check-rules-file.ts'
import { mergeRules } from '#lib/rules-file/merge-rules.ts'
import { fixRules, formatRules, withSelectors } from '#lib/rules-file/rewrite-rules.ts'
import { readFourRules } from '../read-four-rules.ts'
import { checkDraft } from './check-draft.ts'
import { type CheckedDraft, checkedDraft, type KnownPlans } from './checked-draft.ts'
import type { Answer, Asked, Publication, Questions } from './questions.ts'

/** The last check with all that came of it. */
interface Draft {
  readonly id: string
  readonly text: string
  readonly checked: CheckedRules
  readonly known: KnownPlans
}

type Answers = { readonly [Kind in keyof Questions]: (asked: Asked<Kind>) => Answer<Kind> }

/** Answers what the page asks about rules, by the engine. It keeps the last check, which further questions are about. Never throws. */
export class Evaluator {
  #draft: Draft | null = null

  readonly #answers: Answers = {
    check: asked => this.#check(asked),
    cases: ({ text }) => this.#cases(text),
    results: ({ draft, cases }) => this.#underDraft(draft, config => this.#results(this.#cases(cases), config)),
    present: ({ draft, request, kind }) =>
      this.#underDraft(draft, config => ({
        words: actualResult(kind, request, config),
        expected: expectationOf(kind, request, config),
      })),
    uses: ({ draft, seen }) =>
      this.#underDraft(draft, ({ ruleset }) => {
        return { draft, clusters: coverRules(seen, ruleset).rules.map(({ clusters }) => clusters) }
      }),
    coverage: ({ draft, seen: { combinations, pools } }) =>
      this.#underDraft(draft, ({ ruleset, plans }) => {
        return { ...coverRules(combinations, ruleset), ...coverPools(pools, ruleset, plans) }
      }),
    fix: ({ draft, fix }) => this.#rewritten(draft, ({ text }, source) => fixRules(text, source, fix)),
    format: ({ draft }) =>
      this.#rewritten(draft, ({ text, known }, source) => formatRules(text, source, policyOf(known.semantics))),
    annotate: ({ draft }) =>
      this.#underDraft(draft, ({ ruleset, plans }, { text }) => withSelectors(text, ruleset, plans)),
    merge: ({ base, mine, theirs }) => mergeRules(base, mine, theirs),
    fourRules: ({ text, known }) => readFourRules(text, known),
    publication: publicationOf,
  }

  answer<Kind extends keyof Questions>(kind: Kind, asked: Asked<Kind>): Answer<Kind> {
    const answers: Answers = this.#answers
    return answers[kind](asked)
  }

  #check({ id, text, known }: Asked<'check'>): CheckedDraft {
    const checked = checkDraft(text, known)
    this.#draft = { id, text, checked, known }
    return checkedDraft(id, text, checked)
  }

  /** Cases stay the same while rules are typed. */
  readonly #cases = lastAnswer(casesOf)
  /** Several parts of the page ask for the same. */
  readonly #results = lastAnswer(runCases)
  readonly #configOf = lastAnswer(configOf)

  /** What comes of the rules of a draft; null for one with errors, and for one that was checked before the last. */
  #underDraft<Result>(id: string, evaluate: (config: RouteConfig, draft: Draft) => Result): Result | null {
    if (this.#draft?.id !== id) return null
    const config = this.#configOf(this.#draft)
    return config && evaluate(config, this.#draft)
  }

  /** The text of a draft written anew; null for one that cannot be read, and for one that was checked before the last. */
  #rewritten(id: string, write: (draft: Draft, source: RuleSource) => string | null): string | null {
    if (this.#draft?.id !== id) return null
    const { read } = this.#draft.checked
    return 'file' in read ? write(this.#draft, read.file.source) : null
  }
}

function configOf({ checked: { ruleset }, known }: Draft): RouteConfig | null {
  const { plans, requiredPlans, semantics } = known
  return ruleset && { ruleset, plans: planTable(plans, requiredPlans), policy: policyOf(semantics) }
}

/** What rules and cases would change of those they follow. */
function publicationOf({ before, after, known }: Asked<'publication'>): Publication {
  const { ruleset } = checkDraft(after.text, known)
  const plans = planTable(known.plans, known.requiredPlans)
  const rules = ruleset?.rules ?? []
  const cases = casesOf(after.cases)
  const config = ruleset && { ruleset, plans, policy: policyOf(known.semantics) }
  return {
    rules,
    changes: ruleChanges(checkDraft(before.text, known).ruleset?.rules ?? [], rules, plans),
    lostCases: describeLostCases(caseChanges(casesOf(before.cases), cases)),
    failing: config ? runCases(cases, config).filter(({ passed }) => !passed) : [],
  }
}

/** A question on its way to another thread; `number` tells the answers apart. */
export interface Sent<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly kind: Kind
  readonly asked: Asked<Kind>
}

export interface Given<Kind extends keyof Questions = keyof Questions> {
  readonly number: number
  readonly answer: Answer<Kind>
}

/** The other thread, from either side: a worker, what a worker sees of its page, or a port. */
export interface Line {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Answers one question after the other. */
export function serve(line: Line, evaluator: Evaluator): void {
  line.addEventListener('message', ({ data }) => {
    const { number, kind, asked } = data as Sent
    const given: Given = { number, answer: evaluator.answer(kind, asked) }
    line.postMessage(given)
  })
}

/** A function that answers the last question again without computing it: several parts of the page ask the same. */
export function lastAnswer<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | null = null
  return (...asked) => {
    if (last === null || last.asked.some((one, place) => one !== asked[place]))
      last = { asked, answer: compute(...asked) }
    return last.answer
  }
}
