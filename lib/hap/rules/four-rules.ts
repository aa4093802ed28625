import type { Plans } from '../plans/plan.ts'
import { suggestName } from '../suggest-name.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, hasErrors, type TextRange } from './diagnostic.ts'
import { formatRuleParts, type OutputAttributeName, type RuleOutput, sameOutput } from './rule.ts'
import type { Ruleset } from './ruleset.ts'
import { readWord, type Span, split, type Word } from './syntax.ts'

/** The four properties under `hap` from seed 000, and the output that each switches on. */
export const FOUR_RULES = [
  ['platformRegionRule', 'PR'],
  ['clusterRegionRule', 'HR'],
  ['sharedRule', 'S'],
  ['euAccessRule', 'EU'],
] as const satisfies readonly (readonly [string, OutputAttributeName])[]

type FourRuleName = (typeof FOUR_RULES)[number][0]

/** Values as written; a missing property is an empty text. */
export type FourRuleTexts = Readonly<Record<FourRuleName, string>>

/** One entry `plan[:region]`, with `*` expanded to all plans. */
interface FourRuleEntry {
  readonly plans: ReadonlySet<string>
  /** Compared with the platform region, in clusterRegionRule too; null for every region. */
  readonly region: string | null
}

/** Entries by the output that they switch on. */
type FourRules = Readonly<Record<OutputAttributeName, readonly FourRuleEntry[]>>

/** Regions by plan; null means every region. */
type RegionsOf = ReadonlyMap<string, ReadonlySet<string | null>>

/** Evaluates the four rules for a cluster; they apply independently (seed 000). */
export function evaluateFourRules(rules: FourRules, plan: string, platformRegion: string): RuleOutput {
  const index = indexOf(rules)
  const applies = (name: OutputAttributeName) => {
    const regions = index[name].get(plan)
    return regions !== undefined && (regions.has(null) || regions.has(platformRegion))
  }
  return { PR: applies('PR'), HR: applies('HR'), EU: applies('EU'), S: applies('S') }
}

/** Cached, since every plan is evaluated in every named region. */
const INDEXES = new WeakMap<FourRules, Readonly<Record<OutputAttributeName, RegionsOf>>>()

function indexOf(rules: FourRules): Readonly<Record<OutputAttributeName, RegionsOf>> {
  const known = INDEXES.get(rules)
  if (known) return known
  const { PR, HR, EU, S } = rules
  const index = { PR: regionsOf(PR), HR: regionsOf(HR), EU: regionsOf(EU), S: regionsOf(S) }
  INDEXES.set(rules, index)
  return index
}

function regionsOf(entries: readonly FourRuleEntry[]): RegionsOf {
  const regions = new Map<string, Set<string | null>>()
  for (const { plans, region } of entries) {
    for (const plan of plans) regions.set(plan, (regions.get(plan) ?? new Set()).add(region))
  }
  return regions
}

const NAME = /^[A-Za-z0-9_.-]+$/

interface ParsedFourRules {
  /** Null when a property has an error. */
  readonly rules: FourRules | null
  /** `rule` in a range is the index in FOUR_RULES. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Parses the four properties of seed 000: entries `plan[:region]` separated by `;`, `*` on one side
 * only, known plans.
 */
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
    const hint = 'Letters, digits, `-`, `_` and `.` are allowed, and `*` alone for all.'
    this.#report('character-illegal', word, `\`${written}\` cannot be ${what}.`, hint)
    return false
  }

  /** Plans of an entry. Seed 000 itself names the provider `openstack` instead of its plan. */
  #plansOf(word: Word): ReadonlySet<string> | null {
    const { byName } = this.#plans
    if (word.text === '*') return new Set(byName.keys())
    if (byName.has(word.text)) return new Set([word.text])
    const meant = [...byName.values()].filter(plan => plan.providers?.includes(word.text)).map(plan => plan.name)
    if (meant.length > 0) {
      const message = `\`${word.text}\` is a provider; it is interpreted as its ${meant.length === 1 ? 'plan' : 'plans'} ${meant.join(', ')}.`
      this.#report('provider-as-plan', word, message, `Write \`${meant[0]}\`.`)
      return new Set(meant)
    }
    const near = suggestName(word.text, byName.keys())
    const hint = near ? `Did you mean \`${near}\`?` : `The plans are ${[...byName.keys()].sort().join(', ')}.`
    return this.#report('plan-unknown', word, `Unknown plan \`${word.text}\`.`, hint)
  }

  #report(code: DiagnosticCode, span: Span, message: string, hint: string): null {
    const range: TextRange = { rule: this.#place, start: span.start, end: span.end }
    this.#diagnostics.push(diagnostic({ code, message, hint, range }))
    return null
  }
}

/**
 * Translates the four rules to the DSL: per plan one rule for every region, and one for each
 * platform region with different outputs. `*:region` becomes a rule per plan. Without hyperscaler
 * regions no ambiguity can arise.
 */
export function translateFourRules(rules: FourRules, plans: Plans): readonly string[] {
  const entries = Object.values(rules).flat()
  return [...plans.byName.keys()].flatMap(plan => {
    const everywhere = evaluateFourRules(rules, plan, '')
    const special = namedRegions(plan, entries).flatMap(platformRegion => {
      const output = evaluateFourRules(rules, plan, platformRegion)
      if (sameOutput(output, everywhere)) return []
      return [formatRuleParts({ plan, platformRegion, hyperscalerRegion: null }, output)]
    })
    return [formatRuleParts({ plan, platformRegion: null, hyperscalerRegion: null }, everywhere), ...special]
  })
}

function namedRegions(plan: string, entries: readonly FourRuleEntry[]): readonly string[] {
  const named = entries.flatMap(({ plans, region }) => (region !== null && plans.has(plan) ? [region] : []))
  return [...new Set(named)].sort()
}

interface TranslationProof {
  /** Number of compared combinations of plan, platform region and hyperscaler region. */
  readonly compared: number
  /**
   * Combinations with different results, as `plan, platform region, hyperscaler region`; empty for
   * a correct translation.
   */
  readonly differing: readonly string[]
}

/** Regions to compare in addition to mentioned ones. */
interface FurtherRegions {
  readonly platform: readonly string[]
  readonly hyperscaler: readonly string[]
}

/** Represents all regions that no rule mentions. */
const ELSEWHERE = 'elsewhere'

const NO_MORE: FurtherRegions = { platform: [], hyperscaler: [] }

/**
 * Compares the four rules with a ruleset for every plan and every mentioned region, an unmentioned
 * one, none, and further ones. Both depend on nothing else, so agreement here is agreement for all
 * requests.
 */
export function proveTranslation(
  rules: FourRules,
  ruleset: Ruleset,
  plans: Plans,
  further: FurtherRegions = NO_MORE,
): TranslationProof {
  const mentioned = Object.values(rules).flatMap(entries => entries.flatMap(entry => entry.region ?? []))
  const ofRules = (region: 'platformRegion' | 'hyperscalerRegion') => ruleset.rules.flatMap(rule => rule[region] ?? [])
  const platformRegions = withOthers([...mentioned, ...ofRules('platformRegion'), ...further.platform])
  const hyperscalerRegions = withOthers([...mentioned, ...ofRules('hyperscalerRegion'), ...further.hyperscaler])
  const differing: string[] = []
  for (const plan of plans.byName.keys()) {
    for (const platformRegion of platformRegions) {
      // The four rules ignore the hyperscaler region.
      const wanted = evaluateFourRules(rules, plan, platformRegion)
      for (const hyperscalerRegion of hyperscalerRegions) {
        const rule = ruleset.match({ plan, platformRegion, hyperscalerRegion })
        if (!rule || !sameOutput(rule.output, wanted))
          differing.push([plan, platformRegion, hyperscalerRegion].join(', '))
      }
    }
  }
  return { compared: plans.byName.size * platformRegions.length * hyperscalerRegions.length, differing }
}

function withOthers(regions: readonly string[]): readonly string[] {
  return [...new Set([...regions, ELSEWHERE, ''])]
}
