import type { Plans } from '../../plans/plan.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, hasErrors, type TextRange } from '../diagnostic.ts'
import { nearest } from '../nearest.ts'
import { readWord, type Span, split } from '../scan.ts'
import type { Word } from '../syntax.ts'
import { FOUR_RULES, type FourRuleEntry, type FourRules, type FourRuleTexts } from './four-rules.ts'

const NAME = /^[A-Za-z0-9_.-]+$/

interface ParsedFourRules {
  /** Null when there is an error. */
  readonly rules: FourRules | null
  /** The rule of a range is the property's place in FOUR_RULES. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the four properties of seed 000: lists of `plan[:region]` separated by `;`, `*` on one side only, plans that exist. */
export function parseFourRules(texts: FourRuleTexts, plans: Plans): ParsedFourRules {
  const diagnostics: Diagnostic[] = []
  const [PR = [], HR = [], S = [], EU = []] = FOUR_RULES.map(([property], place) => {
    return new EntryReader(texts[property], place, plans, diagnostics).entries()
  })
  return { rules: hasErrors(diagnostics) ? null : { PR, HR, S, EU }, diagnostics }
}

class EntryReader {
  readonly #text: string
  readonly #place: number
  readonly #plans: Plans
  readonly #diagnostics: Diagnostic[]

  constructor(text: string, place: number, plans: Plans, diagnostics: Diagnostic[]) {
    this.#text = text
    this.#place = place
    this.#plans = plans
    this.#diagnostics = diagnostics
  }

  entries(): readonly FourRuleEntry[] {
    const whole = { start: 0, end: this.#text.length }
    if (readWord(this.#text, whole).text === '') return []
    return split(this.#text, ';', whole).flatMap(span => this.#entry(span) ?? [])
  }

  #entry(span: Span): FourRuleEntry | null {
    const entry = readWord(this.#text, span)
    if (entry.text === '') return this.#report('attribute-missing', entry, 'An entry is empty.', 'Remove the `;`.')
    const [planSpan, regionSpan, ...more] = split(this.#text, ':', span)
    if (!planSpan || more.length > 0) {
      return this.#report('value-repeated', entry, 'A second `:` in one entry.', 'Write `plan:region`.')
    }
    const plan = readWord(this.#text, planSpan)
    const region = regionSpan ? readWord(this.#text, regionSpan) : null
    if (plan.text === '') return this.#report('plan-missing', entry, 'The entry names no plan.', 'Write `plan:region`.')
    if (region?.text === '') {
      return this.#report('value-missing', entry, 'The region is missing after `:`.', 'Leave `:` out for every region.')
    }
    const anyRegion = region === null || region.text === '*'
    if (plan.text === '*' && anyRegion) {
      const hint = 'Name the plan or the region, as in `trial:*` or `*:cf-eu11`.'
      const message = 'Every plan in every region: one of the two has to be named.'
      return this.#report('wildcard-everywhere', entry, message, hint)
    }
    if (!this.#isName(plan, 'a plan') || (region && !this.#isName(region, 'a region'))) return null
    const plans = this.#plansOf(plan)
    return plans && { plans, region: anyRegion ? null : region.text }
  }

  #isName(word: Word, what: string): boolean {
    const written = this.#text.slice(word.start, word.end)
    if (word.text === '*' || NAME.test(written)) return true
    const hint = 'Letters, digits, `-`, `_` and `.` are allowed, and `*` alone for every one.'
    this.#report('character-illegal', word, `\`${written}\` cannot be ${what}.`, hint)
    return false
  }

  /** The plans an entry stands for. Seed 000 itself writes the provider `openstack` where it means its plan. */
  #plansOf(word: Word): ReadonlySet<string> | null {
    const { byName } = this.#plans
    if (word.text === '*') return new Set(byName.keys())
    if (byName.has(word.text)) return new Set([word.text])
    const meant = [...byName.values()].filter(plan => plan.providers?.includes(word.text)).map(plan => plan.name)
    if (meant.length > 0) {
      const message = `\`${word.text}\` is a provider; it is read as its ${meant.length === 1 ? 'plan' : 'plans'} ${meant.join(', ')}.`
      this.#report('provider-as-plan', word, message, `Write \`${meant[0]}\`.`)
      return new Set(meant)
    }
    const near = nearest(word.text, byName.keys())
    const hint = near ? `Did you mean \`${near}\`?` : `The plans are ${[...byName.keys()].sort().join(', ')}.`
    return this.#report('plan-unknown', word, `There is no plan \`${word.text}\`.`, hint)
  }

  #report(code: DiagnosticCode, span: Span, message: string, hint: string): null {
    const range: TextRange = { rule: this.#place, start: span.start, end: span.end }
    this.#diagnostics.push(diagnostic({ code, message, hint, range }))
    return null
  }
}
