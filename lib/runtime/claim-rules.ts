import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import type { RulesInForce } from './rules-in-force.ts'

/** What claims are decided by at this moment. Throws RulesUncertainError. */
export function claimRules(rules: RulesInForce, multiAccount: MultiAccountSettings): ClaimRules {
  const { ruleset, plans } = rules.certain()
  return {
    selection: { ruleset, plans, multiAccount: multiAccount.certain() },
    revision: rulesRevision(ruleset),
    settingsVersion: multiAccount.version === 0 ? null : multiAccount.version,
  }
}
