import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type ConfigMapKey, readConfigMapText } from '#lib/garden/config-map-text.ts'
import { type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { cutText } from '#lib/hap/text/text.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import type { Finding } from '#lib/rules-file/finding.ts'

/** The rules KEB was deployed with, beside the published ones. */
export type KebRules = { readonly place: ConfigMapKey } & (
  | { readonly kind: 'same' }
  /** `changes`: null when what KEB has are no rules that could be in force here; then `problem` says why, a sentence. */
  | { readonly kind: 'differs'; readonly changes: readonly RuleChange[] | null; readonly problem: string | null }
  /** There is no such ConfigMap, or it has no rules: KEB runs elsewhere. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unread'; readonly reason: string }
)

/** Where KEB's own rules are. */
export interface KebPlace {
  readonly client: Pick<GardenClient, 'get'>
  readonly place: ConfigMapKey
}

interface ReadBy {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly policy: Policy
}

/**
 * Reads the ConfigMap of KEB's deployment (its chart writes `hap.rule` there as hapRule.yaml), and compares rules, not texts. Never throws
 * GardenError.
 */
export async function kebRules({ client, place }: KebPlace, by: ReadBy): Promise<KebRules> {
  const { ruleset, plans, policy } = by
  try {
    const kept = await readConfigMapText(client, place)
    if (kept === null || kept.text === null) return { kind: 'missing', place }
    const { ruleset: there, findings } = checkRulesFile(new TextEncoder().encode(kept.text), plans, policy)
    const changes = there && ruleChanges(ruleset.rules, there.rules, plans)
    if (changes?.length === 0) return { kind: 'same', place }
    const error = there === null ? findings.find(({ severity }) => severity === 'error') : undefined
    return { kind: 'differs', place, changes, problem: error ? problemWords(error) : null }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', place, reason: error.message }
    throw error
  }
}

function problemWords({ place, message }: Finding): string {
  return cutText(place === null ? message : `Line ${place.line}: ${message}`, MOST_OF_PROBLEM)
}

/** What KEB's ConfigMap has may be of any length. */
const MOST_OF_PROBLEM = 300
