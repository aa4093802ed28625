import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { readText, type TextPlace } from '#lib/garden/config-map/config-map-text.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { type RuleChange, ruleChanges } from '#lib/hap/publication/rule-changes.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics/policy.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'

/** The rules KEB was deployed with, beside the published ones. */
export type KebRules = { readonly place: TextPlace } & (
  | { readonly kind: 'same' }
  /** Null when what KEB has are no rules that could be in force here. */
  | { readonly kind: 'differs'; readonly changes: readonly RuleChange[] | null }
  | { readonly kind: 'unread'; readonly reason: string }
)

/** Where KEB's own rules are. */
export interface KebPlace {
  readonly client: Pick<GardenClient, 'get'>
  readonly place: TextPlace
}

interface ReadBy {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly policy: Policy
}

/**
 * Reads the ConfigMap of KEB's deployment (its chart writes `hap.rule` there as hapRule.yaml), and compares rules, not texts. Null where there
 * is none: KEB runs elsewhere. Never throws GardenError.
 */
export async function kebRules({ client, place }: KebPlace, by: ReadBy): Promise<KebRules | null> {
  const { ruleset, plans, policy } = by
  try {
    const kept = await readText(client, place)
    if (kept === null || kept.text === null) return null
    const there = checkRulesFile(new TextEncoder().encode(kept.text), plans, policy).ruleset
    const changes = there && ruleChanges(ruleset.rules, there.rules, plans)
    return changes?.length === 0 ? { kind: 'same', place } : { kind: 'differs', place, changes }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', place, reason: error.message }
    throw error
  }
}
