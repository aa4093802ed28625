import path from 'node:path'
import { sameAcrossBundles } from '#lib/across-bundles.ts'
import type { User } from '#lib/auth/session.ts'
import { env } from '#lib/env.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreUnavailableError } from '#lib/store/failure/store-errors.ts'
import type { Publication } from '#lib/store/rules/publication.ts'
import type { Store } from '#lib/store/store.ts'

/** A rule set with its plans, its source text and the publication it came with; null before the first publication. */
interface ActiveRules {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly document: string
  readonly publication: Publication | null
}

/** The rules that this process decides by. */
export interface RulesState {
  readonly active: ActiveRules
  /** In force before the first publication. */
  readonly start: ActiveRules
  refresh(): Promise<void>
}

/** What the services of rules work with. */
export interface RulesContext {
  readonly store: Store
  readonly audit: AuditLog
  /** Rules are checked against them. */
  readonly plans: Plans
  readonly policy: Policy
  /** In force before the first publication. */
  readonly start: Ruleset
  /** What other rules would do to the clusters known now; null where nothing can be said. Reads, so it is asked once somebody may publish. */
  impact(after: Ruleset): Promise<ImpactSummary | null>
}

export interface RulesRequest {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/** Where the rules in force come from, in words: `revision 4`, before the first one the name of their file, or `built-in`. */
export function rulesOrigin({ publication }: Pick<RulesState['active'], 'publication'>): string {
  if (publication !== null) return `revision ${publication.number}`
  const file = env().HAP_RULES_FILE
  // Where the file is on the server is nobody's business.
  return file === null ? 'built-in' : path.basename(file)
}

/** Nobody knows which published rules hold, or they cannot be used: nothing may be given by any others. `message` is fit for a page. */
export class RulesUncertainError extends StoreUnavailableError {
  static {
    sameAcrossBundles(RulesUncertainError, 'RulesUncertainError')
  }
}
