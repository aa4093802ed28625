import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { type RuleTrace, selectShownRules } from '#lib/hap/rules/rule-trace.ts'
import type { Candidate, Decision, SearchStep } from '#lib/hap/selection/decision.ts'
import type { PassedOver, StoredReasoning } from '#lib/store/claims/claim-grounds.ts'
import type { Grounds } from '#lib/store/claims/ledger.ts'
import type { ClaimRules } from './claim-context.ts'

/** Candidates of a step that are stored one by one; of the others only their number per reason. Applies to skipped accounts too. */
const MAX_CANDIDATES = 20

/** Characters of rules that are stored with a claim. The revision holds every rule in full. */
const MAX_RULE_TEXT = 5_000

/** Builds the grounds that the ledger stores with a claim: pool, rule, reasoning and skipped accounts of the decision. */
export function groundsOf(
  decision: Decision,
  rules: ClaimRules,
  message: string,
  passedOver: readonly PassedOver[] = [],
): Grounds {
  const { pool, rule, reasoning, outcome } = decision
  const steps = reasoning.steps.map(step => recordedStep(step))
  return {
    poolKey: pool && poolKey(pool),
    hyperscalerType: pool?.hyperscalerType ?? null,
    euAccess: pool?.euAccess ?? false,
    selector: reasoning.steps.findLast(({ reached }) => reached)?.text ?? null,
    rulesRevision: rules.revision,
    settingsVersion: rules.settingsVersion,
    reasoning: {
      outcome: outcome.kind,
      message: outcome.message,
      rule: rule && { line: rule.index + 1, text: formatRule(rule) },
      rules: recordedRules(reasoning.rules),
      limit: reasoning.limit,
      onAllowlist: reasoning.onAllowlist,
      steps,
      passedOver: passedOver.slice(0, MAX_CANDIDATES),
      morePassedOver: Math.max(0, passedOver.length - MAX_CANDIDATES),
    } satisfies StoredReasoning,
    message,
  }
}

function recordedRules(traces: readonly RuleTrace[]): NonNullable<StoredReasoning['rules']> {
  const shown = selectShownRules(traces)
  let length = 0
  const rules = shown.rules.map(recordedRule).filter(({ text }) => {
    length += text.length
    return length <= MAX_RULE_TEXT
  })
  return { ...shown, rules, moreRules: traces.length - rules.length }
}

function recordedRule({ rule, platformRegion, hyperscalerRegion, specificity, verdict, words }: RuleTrace) {
  const attribute = ({ wanted, ok }: RuleTrace['platformRegion']) => ({ wanted, ok })
  return {
    line: rule.index + 1,
    text: formatRule(rule),
    platformRegion: attribute(platformRegion),
    hyperscalerRegion: attribute(hyperscalerRegion),
    specificity,
    verdict,
    words,
  }
}

function recordedStep({ purpose, text, reached, candidates, others }: SearchStep): StoredReasoning['steps'][number] {
  const reasons: Record<string, number> = {}
  for (const { reason } of candidates) reasons[reason] = (reasons[reason] ?? 0) + 1
  const chosen = candidates.filter(({ reason }) => reason === 'chosen')
  const rest = candidates.filter(({ reason }) => reason !== 'chosen')
  return {
    purpose,
    selector: text,
    reached,
    reasons,
    others: { ...others },
    candidates: [...chosen, ...rest].slice(0, MAX_CANDIDATES).map(recordedCandidate),
  }
}

function recordedCandidate({
  binding,
  state,
  breakdown,
  reason,
  words,
}: Candidate): StoredReasoning['steps'][number]['candidates'][number] {
  return { kind: binding.kind, name: binding.name, state, ...breakdown, reason, words }
}

/** The slot of a tenant and pool: claims with the same slot are decided in sequence. */
export function slotOf(tenant: string, { hyperscalerType, euAccess }: Pool) {
  return { tenant, hyperscalerType, euAccess }
}
