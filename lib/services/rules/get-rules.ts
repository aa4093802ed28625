import path from 'node:path'
import { env } from '#lib/env.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Plan } from '#lib/hap/plans/plan.ts'
import { policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { detectDrift, type RulesDrift } from '#lib/queries/rules/drift.ts'
import { type KnownRegions, listKnownRegions } from '#lib/queries/simulator/request-options.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import type { ConfigMapWriter, PendingWrite } from './config-map-writer.ts'
import { type RulesState, rulesOrigin } from './rules-context.ts'

/** The rules in force, and what a browser needs to check a draft. */
export interface RulesDetail {
  /** The document of the rules, with comments. */
  readonly text: string
  /** Hash of the rules, stored in claims: the same rules have the same hash in any revision. */
  readonly hash: string
  /** Number of the published revision; 0 before the first one. */
  readonly number: number
  /** Where the rules come from, for people. */
  readonly origin: string
  readonly rules: number
  /** The published pinned cases as YAML; empty for none. */
  readonly pinned: string
  readonly plans: readonly Plan[]
  /** Names of the plans that need a rule. */
  readonly requiredPlans: readonly string[]
  readonly semantics: Semantics
  /** Namespace of the bindings. */
  readonly namespace: string
  /** Regions of the landscape, for completion. */
  readonly regions: KnownRegions
}

/** Returns the rules for the start of the rules page. */
export function getRules(context: QueryContext, active: RulesState['active']): RulesDetail {
  const { rules, semantics } = context
  const { document, publication } = active
  return {
    text: document.replaceAll('\r\n', '\n'),
    hash: rulesRevision(rules.ruleset),
    number: publication?.number ?? 0,
    origin: rulesOrigin(active),
    rules: rules.ruleset.rules.length,
    pinned: publication?.pinned ?? '',
    plans: [...rules.plans.byName.values()].sort((a, b) => compareText(a.name, b.name)),
    requiredPlans: [...rules.plans.required],
    semantics,
    namespace: context.inventory.namespace,
    regions: listKnownRegions(context),
  }
}

/** Null before the first publication. */
export interface RulesDriftStatus {
  readonly drift: RulesDrift | null
  /** The unfinished write of this process; null for none. */
  readonly pending: PendingWrite | null
}

interface DriftServices {
  readonly client: GardenClient
  readonly controlPlane: GardenClient | null
  readonly rules: Pick<RulesState, 'active' | 'start'>
  readonly rulesWriter: Pick<ConfigMapWriter, 'place' | 'pending'>
}

/** Compares the published rules, the ConfigMap, HAP_RULES_FILE and KEB's own rules. */
export async function getRulesDrift({
  client,
  controlPlane,
  rules,
  rulesWriter,
}: DriftServices): Promise<RulesDriftStatus> {
  const { HAP_RULES_FILE, HAP_SEMANTICS, HAP_KCP_NAMESPACE, HAP_KEB_CONFIGMAP } = env()
  const { publication, ruleset, plans } = rules.active
  if (publication === null) return { drift: null, pending: null }
  const file = HAP_RULES_FILE && { name: path.basename(HAP_RULES_FILE), ruleset: rules.start.ruleset }
  const policy = policyOf(HAP_SEMANTICS)
  const { place } = rulesWriter
  const keb = controlPlane && {
    client: controlPlane,
    place: { ...place, namespace: HAP_KCP_NAMESPACE, name: HAP_KEB_CONFIGMAP },
  }
  const read = { published: publication, ruleset, plans, policy }
  const drift = await detectDrift({ ...read, client, place, file: file || null, keb })
  // Read after the wait: the drift already contains a write that finished during it.
  return { drift, pending: rulesWriter.pending }
}
