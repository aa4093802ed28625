import path from 'node:path'
import { env } from '#lib/env.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { type RulesDrift, rulesDrift } from '#lib/queries/rules/drift.ts'
import type { ConfigMapWriter, PendingWrite } from './config-map-writer.ts'
import type { RulesState } from './rules-context.ts'

/** Null before anything was published. */
export interface RulesDriftStatus {
  readonly drift: RulesDrift | null
  /** What this process is writing, or could not write; null for nothing. */
  readonly pending: PendingWrite | null
}

interface DriftServices {
  readonly client: GardenClient
  readonly controlPlane: GardenClient | null
  readonly rules: Pick<RulesState, 'active' | 'start'>
  readonly rulesWriter: Pick<ConfigMapWriter, 'place' | 'pending'>
}

/** Where the published rules, the ConfigMap, HAP_RULES_FILE and KEB's own rules differ at this moment. */
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
  const drift = await rulesDrift({ ...read, client, place, file: file || null, keb })
  // After the wait: what was written meanwhile is said by the drift.
  return { drift, pending: rulesWriter.pending }
}
