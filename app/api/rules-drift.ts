import path from 'node:path'
import { env } from '#lib/env.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { type RulesDrift, rulesDrift } from '#lib/queries/rules/drift.ts'
import { runtime } from '#lib/runtime.ts'
import type { PendingWrite } from '#lib/services/rules/config-map-writer.ts'

/** Null before anything was published. */
export interface DriftAnswer {
  readonly drift: RulesDrift | null
  /** What this process is writing, or could not write; null for nothing. */
  readonly pending: PendingWrite | null
}

/** Where the published rules, the ConfigMap and HAP_RULES_FILE differ at this moment. */
export async function driftAnswer(): Promise<DriftAnswer> {
  const { client, rules, rulesWriter } = runtime()
  const { HAP_RULES_FILE, HAP_SEMANTICS } = env()
  const { publication, ruleset, plans } = rules.active
  if (publication === null) return { drift: null, pending: null }
  const file = HAP_RULES_FILE && { name: path.basename(HAP_RULES_FILE), ruleset: rules.start.ruleset }
  const policy = policyOf(HAP_SEMANTICS)
  const { place } = rulesWriter
  const drift = await rulesDrift({ client, place, published: publication, ruleset, plans, policy, file: file || null })
  // After the wait: what was written meanwhile is said by the drift.
  return { drift, pending: rulesWriter.pending }
}
