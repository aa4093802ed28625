import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type ConfigMapKey, readConfigMapText } from '#lib/garden/config-map-text.ts'
import { type FieldManager, isReconciler, type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { cutHunks, type DiffHunk, hunksOf, lineDiff } from '#lib/hap/text/line-diff.ts'
import { cutText } from '#lib/hap/text/text.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import type { Finding } from '#lib/rules-file/finding.ts'
import { hapRuleYaml } from '#lib/rules-file/rules-yaml.ts'
import type { Publication } from '#lib/store/publications.ts'

/** The ConfigMap beside the published rules. */
type ConfigMapState =
  | { readonly kind: 'same'; readonly keepers: readonly string[] }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'differs'
      /** From what is published to what is there. */
      readonly hunks: readonly DiffHunk[]
      /** Lines of that difference that are left out. */
      readonly moreLines: number
      /** Null when what is there are no rules that could be in force. */
      readonly changes: readonly RuleChange[] | null
      /** Managers that own the text. */
      readonly owners: readonly string[]
      /** Those of them that would put their own text back. */
      readonly keepers: readonly string[]
      readonly resourceVersion: string
    }
  | { readonly kind: 'unread'; readonly reason: string }

/** Rules that are not those that were published. */
export interface RulesDrift {
  /** The revision in force. */
  readonly number: number
  readonly place: ConfigMapKey
  readonly configMap: ConfigMapState
  /** What HAP_RULES_FILE has otherwise; null when it has the same, or is not set. */
  readonly file: { readonly name: string; readonly changes: readonly RuleChange[] } | null
  /** KEB's own rules; null where nobody knows a cluster KEB runs in. */
  readonly keb: KebComparison | null
}

interface DriftParts {
  readonly client: Pick<GardenClient, 'get'>
  readonly place: ConfigMapKey
  readonly published: Publication
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly policy: Policy
  /** HAP_RULES_FILE, and the rules in it; null when it is not set. */
  readonly file: { readonly name: string; readonly ruleset: Ruleset } | null
  /** Null where nobody knows a cluster KEB runs in. */
  readonly keb: KebPlace | null
}

/** Where the published rules and those others read differ. Asks the cluster; never throws GardenError. */
export async function detectDrift(parts: DriftParts): Promise<RulesDrift> {
  const { place, published, ruleset, plans, file } = parts
  const changes = file === null ? [] : ruleChanges(ruleset.rules, file.ruleset.rules, plans)
  const [configMap, keb] = await Promise.all([
    readConfigMapState(parts),
    parts.keb && compareKebRules(parts.keb, parts),
  ])
  return {
    number: published.number,
    place,
    configMap,
    keb,
    file: file === null || changes.length === 0 ? null : { name: file.name, changes },
  }
}

/** What stands there may be of any length, and every page that shows it is sent the difference. */
const MAX_LINES = 1_000

async function readConfigMapState({
  client,
  place,
  published,
  ruleset,
  plans,
  policy,
}: DriftParts): Promise<ConfigMapState> {
  try {
    const kept = await readConfigMapText(client, place)
    if (kept === null || kept.text === null) return { kind: 'missing' }
    const keepers = namesOf(kept.owners.filter(isReconciler))
    const hunks = hunksOf(lineDiff(hapRuleYaml(published.texts), kept.text))
    if (hunks.length === 0) return { kind: 'same', keepers }
    const there = checkRulesFile(new TextEncoder().encode(kept.text), plans, policy).ruleset
    return {
      kind: 'differs',
      ...cutHunks(hunks, MAX_LINES),
      changes: there && ruleChanges(ruleset.rules, there.rules, plans),
      owners: namesOf(kept.owners),
      keepers,
      resourceVersion: kept.resourceVersion,
    }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', reason: error.message }
    throw error
  }
}

function namesOf(managers: readonly FieldManager[]): readonly string[] {
  return [...new Set(managers.map(({ name }) => name))]
}

/** The rules KEB was deployed with, beside the published ones. */
export type KebComparison = { readonly place: ConfigMapKey } & (
  | { readonly kind: 'same' }
  /** `changes`: null when what KEB has are no rules that could be in force here; then `problem` says why, a sentence. */
  | { readonly kind: 'differs'; readonly changes: readonly RuleChange[] | null; readonly problem: string | null }
  /** There is no such ConfigMap, or it has no rules: KEB runs elsewhere. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unread'; readonly reason: string }
)

/** Where KEB's own rules are. */
interface KebPlace {
  readonly client: Pick<GardenClient, 'get'>
  readonly place: ConfigMapKey
}

interface RulesBasis {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly policy: Policy
}

/**
 * Reads the ConfigMap of KEB's deployment (its chart writes `hap.rule` there as hapRule.yaml), and compares rules, not texts. Never throws
 * GardenError.
 */
export async function compareKebRules({ client, place }: KebPlace, by: RulesBasis): Promise<KebComparison> {
  const { ruleset, plans, policy } = by
  try {
    const kept = await readConfigMapText(client, place)
    if (kept === null || kept.text === null) return { kind: 'missing', place }
    const { ruleset: there, findings } = checkRulesFile(new TextEncoder().encode(kept.text), plans, policy)
    const changes = there && ruleChanges(ruleset.rules, there.rules, plans)
    if (changes?.length === 0) return { kind: 'same', place }
    const error = there === null ? findings.find(({ severity }) => severity === 'error') : undefined
    return { kind: 'differs', place, changes, problem: error ? formatProblem(error) : null }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', place, reason: error.message }
    throw error
  }
}

function formatProblem({ place, message }: Finding): string {
  return cutText(place === null ? message : `Line ${place.line}: ${message}`, MAX_PROBLEM_LENGTH)
}

/** What KEB's ConfigMap has may be of any length. */
const MAX_PROBLEM_LENGTH = 300
