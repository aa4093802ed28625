import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { formatIdentity, formatRuleParts } from './format-rule.ts'
import type { ParsedRule } from './parse-rule.ts'
import { type Rule, type RuleIdentity, type RuleOutput, wholeRule } from './rule.ts'
import type { RuleIndex } from './rule-index.ts'
import { inputValue, type RuleSyntax } from './syntax.ts'

/** Missing rules reported one by one; a ruleset can miss a million. */
const MOST_REPORTED = 1_000

/**
 * For each pair of a rule with only a platform region and a rule with only a hyperscaler region of one plan, the exact
 * rule for both has to exist (seed 001, KEB): both fit the request for both regions, and neither is more specific.
 */
export function findAmbiguities(index: RuleIndex, parsed: readonly ParsedRule[]): readonly Diagnostic[] {
  const broken = brokenIdentities(parsed)
  const found: Diagnostic[] = []
  for (const { identity, first, second } of pairsWithoutRule(index)) {
    if (broken.has(formatIdentity(identity))) continue
    if (found.length === MOST_REPORTED) return [...found, more(first)]
    found.push(ambiguity(identity, first, second))
  }
  return found
}

interface Pair {
  /** Of the rule that is missing. */
  readonly identity: RuleIdentity
  readonly first: Rule
  readonly second: Rule
}

function* pairsWithoutRule(index: RuleIndex): Generator<Pair> {
  for (const [plan, { byPlatformRegion, byHyperscalerRegion, exact }] of index.plans) {
    if (byHyperscalerRegion.size === 0) continue
    for (const [platformRegion, first] of byPlatformRegion) {
      for (const [hyperscalerRegion, second] of byHyperscalerRegion) {
        if (exact.get(platformRegion)?.has(hyperscalerRegion)) continue
        yield { identity: { plan, platformRegion, hyperscalerRegion }, first, second }
      }
    }
  }
}

function ambiguity(missing: RuleIdentity, first: Rule, second: Rule): Diagnostic {
  const [earlier, later] = first.index < second.index ? [first, second] : [second, first]
  const text = formatRuleParts(missing, union(first.output, second.output))
  return diagnostic({
    code: 'rules-ambiguous',
    message: `Rules ${earlier.index + 1} and ${later.index + 1} are ambiguous: both fit a request for both regions.`,
    hint: `Add \`${text}\` with the outputs it should have.`,
    range: wholeRule(later),
    related: [wholeRule(earlier)],
    fix: { title: `Add \`${text}\``, edits: [{ kind: 'insert', before: later.index + 1, text }] },
    missing: formatIdentity(missing),
  })
}

function more(first: Rule): Diagnostic {
  return diagnostic({
    code: 'rules-ambiguous',
    message: `More than ${MOST_REPORTED} rules are missing; the others are not listed.`,
    hint: 'Use one kind of region for a plan.',
    range: wholeRule(first),
  })
}

/** A rule that would resolve an ambiguity but has an error elsewhere: reporting both would tell the same twice. */
function brokenIdentities(parsed: readonly ParsedRule[]): ReadonlySet<string> {
  const broken = parsed.filter(({ rule }) => rule === null)
  return new Set(broken.flatMap(({ syntax }) => (syntax.plan ? [identityOf(syntax, syntax.plan.text)] : [])))
}

function identityOf(syntax: RuleSyntax, plan: string): string {
  return formatIdentity({ plan, platformRegion: inputValue(syntax, 'PR'), hyperscalerRegion: inputValue(syntax, 'HR') })
}

function union(a: RuleOutput, b: RuleOutput): RuleOutput {
  return { PR: a.PR || b.PR, HR: a.HR || b.HR, EU: a.EU || b.EU, S: a.S || b.S }
}
