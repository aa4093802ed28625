import path from 'node:path'
import type { User } from '#lib/auth/session.ts'
import { env } from '#lib/env.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import type { Publication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/** A rule set with its plans, its source text and its publication; null before the first one. */
interface ActiveRules {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly document: string
  readonly publication: Publication | null
  /** Whether they are those of KEB's ConfigMap. */
  readonly ofKeb?: boolean
}

/** The rules that this process decides by. */
export interface RulesState {
  readonly active: ActiveRules
  /** In force before the first publication. */
  readonly start: ActiveRules
  refresh(): Promise<void>
}

/** The dependencies of the services of rules. */
export interface RulesContext {
  readonly store: Store
  readonly audit: AuditLog
  /** The plans that rules are checked against. */
  readonly plans: Plans
  readonly policy: Policy
  /** In force before the first publication. */
  readonly start: Ruleset
  /**
   * Impact of a draft on the known clusters; null if unknown. It reads data, so it is called after
   * authorisation.
   */
  impact(after: Ruleset): Promise<ImpactSummary | null>
}

export interface RulesRequest {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/**
 * Where the rules in force come from, for people: `revision 4`, before the first publication the
 * name of their file, or `built-in`; in observe mode `KEB` once its rules are read.
 */
export function rulesOrigin({ publication, ofKeb }: Pick<RulesState['active'], 'publication' | 'ofKeb'>): string {
  if (publication !== null) return `revision ${publication.number}`
  if (ofKeb) return 'KEB'
  const file = env().HAP_RULES_FILE
  // The path on the server is not shown.
  return file === null ? 'built-in' : path.basename(file)
}

/**
 * The published rules are unknown or unusable, and no other rules may decide. `message` is fit for
 * a page.
 */
export class RulesUncertainError extends StoreUnavailableError {
  static {
    sameAcrossBundles(RulesUncertainError, 'RulesUncertainError')
  }
}
