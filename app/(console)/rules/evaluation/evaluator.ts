import { coverPools, coverRules } from '#lib/hap/analysis/coverage.ts'
import { actualResult, expectationOf, type RouteConfig, runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { casesOf } from '#lib/rules-file/cases-of.ts'
import type { CheckedRules } from '#lib/rules-file/check-rules-file.ts'
import { fixRules } from '#lib/rules-file/fix-rules.ts'
import { formatRules } from '#lib/rules-file/format-rules.ts'
import { mergeRules } from '#lib/rules-file/merge-rules.ts'
import { withSelectors } from '#lib/rules-file/with-selectors.ts'
import { checkDraft, type KnownPlans } from '../check-draft.ts'
import { readFourRules } from '../four-rules/read-four-rules.ts'
import { type CheckedDraft, checkedDraft } from './checked-draft.ts'
import { lastAnswer } from './last-answer.ts'
import { publicationOf } from './publication.ts'
import type { Answer, Asked, Questions } from './questions.ts'

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
