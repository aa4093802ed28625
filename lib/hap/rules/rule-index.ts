import type { RuleInput } from '../request.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import type { ParsedRule } from './parse-rule.ts'
import { formatIdentity, formatRuleParts, type Rule, type RuleIdentity, type RuleOutput, wholeRule } from './rule.ts'
import { inputValue, type RuleSyntax } from './syntax.ts'

/** Rules of one plan by inputs; a lookup takes constant time. */
interface PlanRules {
  generic: Rule | null
  readonly byPlatformRegion: Map<string, Rule>
  readonly byHyperscalerRegion: Map<string, Rule>
  /** By platform region, then hyperscaler region. */
  readonly exact: Map<string, Map<string, Rule>>
}

/**
 * Index of rules by identity: detects duplicates on insertion and finds the winner for a request.
 */
export class RuleIndex {
  readonly #plans = new Map<string, PlanRules>()

  get plans(): ReadonlyMap<string, PlanRules> {
    return this.#plans
  }

  /** Adds a rule, or returns the earlier rule with the same identity without adding. */
  add(rule: Rule): Rule | null {
    const plan = this.#planOf(rule.plan)
    const earlier = ruleIn(plan, rule)
    if (earlier) return earlier
    const { platformRegion, hyperscalerRegion } = rule
    if (platformRegion !== null && hyperscalerRegion !== null) {
      const regions = plan.exact.get(platformRegion)
      if (regions) regions.set(hyperscalerRegion, rule)
      else plan.exact.set(platformRegion, new Map([[hyperscalerRegion, rule]]))
    } else if (platformRegion !== null) {
      plan.byPlatformRegion.set(platformRegion, rule)
    } else if (hyperscalerRegion !== null) {
      plan.byHyperscalerRegion.set(hyperscalerRegion, rule)
    } else {
      plan.generic = rule
    }
    return null
  }

  get(identity: RuleIdentity): Rule | null {
    const plan = this.#plans.get(identity.plan)
    return plan ? ruleIn(plan, identity) : null
  }

  /**
   * Returns the matching rule with the most attributes. Two matching rules with one attribute each
   * require an exact rule for both regions in a valid ruleset, so there is no tie.
   */
  match(request: RuleInput): Rule | null {
    const plan = this.#plans.get(request.plan)
    if (!plan) return null
    return (
      plan.exact.get(request.platformRegion)?.get(request.hyperscalerRegion) ??
      plan.byPlatformRegion.get(request.platformRegion) ??
      plan.byHyperscalerRegion.get(request.hyperscalerRegion) ??
      plan.generic
    )
  }

  #planOf(name: string): PlanRules {
    const known = this.#plans.get(name)
    if (known) return known
    const created = { generic: null, byPlatformRegion: new Map(), byHyperscalerRegion: new Map(), exact: new Map() }
    this.#plans.set(name, created)
    return created
  }
}

function ruleIn(plan: PlanRules, { platformRegion, hyperscalerRegion }: RuleIdentity): Rule | null {
  if (platformRegion === null) {
    return hyperscalerRegion === null ? plan.generic : (plan.byHyperscalerRegion.get(hyperscalerRegion) ?? null)
  }
  if (hyperscalerRegion === null) return plan.byPlatformRegion.get(platformRegion) ?? null
  return plan.exact.get(platformRegion)?.get(hyperscalerRegion) ?? null
}

/** Maximum number of missing rules that are reported one by one. */
const MAX_REPORTED = 1_000

/**
 * Reports missing exact rules: when one rule of a plan names only a platform region and another
 * only a hyperscaler region, a rule for both must exist, since both match the request for both
 * regions equally (seed 001, KEB).
 */
export function findAmbiguities(index: RuleIndex, parsed: readonly ParsedRule[]): readonly Diagnostic[] {
  const broken = brokenIdentities(parsed)
  const found: Diagnostic[] = []
  for (const { identity, first, second } of pairsWithoutRule(index)) {
    if (broken.has(formatIdentity(identity))) continue
    if (found.length === MAX_REPORTED) return [...found, more(first)]
    found.push(ambiguity(identity, first, second))
  }
  return found
}

interface Pair {
  /** Identity of the missing rule. */
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
    message: `Rules ${earlier.index + 1} and ${later.index + 1} conflict: both match a request with both regions.`,
    hint: `Add \`${text}\` with the outputs you want.`,
    range: wholeRule(later),
    related: [wholeRule(earlier)],
    fix: { title: `Add \`${text}\``, edits: [{ kind: 'insert', before: later.index + 1, text }] },
    missing: formatIdentity(missing),
  })
}

function more(first: Rule): Diagnostic {
  return diagnostic({
    code: 'rules-ambiguous',
    message: `More than ${MAX_REPORTED} rules are missing; the others are not listed.`,
    hint: 'Use one kind of region for a plan.',
    range: wholeRule(first),
  })
}

/**
 * Identities of rules with errors: an ambiguity that such a rule would resolve is not reported as
 * well.
 */
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
