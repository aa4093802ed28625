import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type ConfigMapKey, readConfigMapText } from '#lib/garden/config-map-text.ts'
import { type FieldManager, isReconciler, type RuleChange, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { cutText } from '#lib/hap/text.ts'
import { checkRulesFile, type Finding } from '#lib/rules-file/check-rules-file.ts'
import { hapRuleYaml } from '#lib/rules-file/rules-yaml.ts'
import type { Publication } from '#lib/store/publications.ts'
import { cutHunks, type DiffHunk, diffHunks } from '#lib/util/line-diff.ts'

/** The ConfigMap, compared with the published rules. */
type ConfigMapState =
  | { readonly kind: 'same'; readonly keepers: readonly string[] }
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'differs'
      /** From the published text to the ConfigMap. */
      readonly hunks: readonly DiffHunk[]
      /** Number of lines of the difference that are cut. */
      readonly moreLines: number
      /** Null when the text contains no valid rules. */
      readonly changes: readonly RuleChange[] | null
      /** Field managers that own the text. */
      readonly owners: readonly string[]
      /** Owners that restore their own text. */
      readonly keepers: readonly string[]
      readonly resourceVersion: string
    }
  | { readonly kind: 'unread'; readonly reason: string }

/** Differences between the published rules and other places. */
export interface RulesDrift {
  /** The revision in force. */
  readonly number: number
  readonly place: ConfigMapKey
  readonly configMap: ConfigMapState
  /** HAP_RULES_FILE when it differs; null when it is equal or not set. */
  readonly file: { readonly name: string; readonly changes: readonly RuleChange[] } | null
  /** KEB's own rules; null without a known cluster of KEB. */
  readonly keb: KebComparison | null
}

interface DriftParts {
  readonly client: Pick<GardenClient, 'get'>
  readonly place: ConfigMapKey
  readonly published: Publication
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly policy: Policy
  /** HAP_RULES_FILE and its rules; null when not set. */
  readonly file: { readonly name: string; readonly ruleset: Ruleset } | null
  /** Null without a known cluster of KEB. */
  readonly keb: KebPlace | null
}

/**
 * Compares the published rules with the ConfigMap, the file and KEB. Reads the cluster; never
 * throws GardenError.
 */
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

/** Text of the ConfigMap can have any length, and each page of it receives the difference. */
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
    const stored = await readConfigMapText(client, place)
    if (stored === null || stored.text === null) return { kind: 'missing' }
    const keepers = namesOf(stored.owners.filter(isReconciler))
    const hunks = diffHunks(hapRuleYaml(published.texts), stored.text)
    if (hunks.length === 0) return { kind: 'same', keepers }
    const found = checkRulesFile(new TextEncoder().encode(stored.text), plans, policy).ruleset
    return {
      kind: 'differs',
      ...cutHunks(hunks, MAX_LINES),
      changes: found && ruleChanges(ruleset.rules, found.rules, plans),
      owners: namesOf(stored.owners),
      keepers,
      resourceVersion: stored.resourceVersion,
    }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', reason: error.message }
    throw error
  }
}

function namesOf(managers: readonly FieldManager[]): readonly string[] {
  return [...new Set(managers.map(({ name }) => name))]
}

/** KEB's deployed rules, compared with the published ones. */
export type KebComparison = { readonly place: ConfigMapKey } & (
  | { readonly kind: 'same' }
  /** `changes`: null when KEB has no valid rules; `problem` then explains why, a sentence. */
  | { readonly kind: 'differs'; readonly changes: readonly RuleChange[] | null; readonly problem: string | null }
  /** No such ConfigMap, or one without rules: KEB runs elsewhere. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unread'; readonly reason: string }
)

/** ConfigMap of KEB's rules. */
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
 * Reads the ConfigMap of KEB's deployment (its chart writes `hap.rule` as hapRule.yaml) and
 * compares rules rather than texts. Never throws GardenError.
 */
export async function compareKebRules({ client, place }: KebPlace, by: RulesBasis): Promise<KebComparison> {
  const { ruleset, plans, policy } = by
  try {
    const stored = await readConfigMapText(client, place)
    if (stored === null || stored.text === null) return { kind: 'missing', place }
    const { ruleset: found, findings } = checkRulesFile(new TextEncoder().encode(stored.text), plans, policy)
    const changes = found && ruleChanges(ruleset.rules, found.rules, plans)
    if (changes?.length === 0) return { kind: 'same', place }
    const error = found === null ? findings.find(({ severity }) => severity === 'error') : undefined
    return { kind: 'differs', place, changes, problem: error ? formatProblem(error) : null }
  } catch (error) {
    if (error instanceof GardenError) return { kind: 'unread', place, reason: error.message }
    throw error
  }
}

function formatProblem({ place, message }: Finding): string {
  return cutText(place === null ? message : `Line ${place.line}: ${message}`, MAX_PROBLEM_LENGTH)
}

/** The ConfigMap of KEB can have any length. */
const MAX_PROBLEM_LENGTH = 300
