import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { MULTI_ACCOUNT_OFF } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS, type Plans } from '#lib/hap/plans/plan.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { MultiAccountSettings } from '#lib/runtime/multi-account-settings.ts'
import { RulesInForce } from '#lib/runtime/rules-in-force.ts'
import { resolveClaimRules } from '#lib/runtime/start-claims.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { publishRules } from '#lib/services/rules/publish-rules.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Publication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { rulesetOf } from './schedules/test-rules.ts'

const PLANS: Plans = { ...DEFAULT_PLANS, required: new Set() }
const POLICY = policyOf('documented')

/** The rules of one process like in the console: those of the database, once they were read. */
export interface ProcessRules {
  readonly rules: () => ClaimRules
  refresh(): Promise<void>
  /** Reads them repeatedly until the end of the test, so that rules change during claims. */
  follow(): void
}

const HOUR_MS = 3_600_000

export async function processRules(store: Store): Promise<ProcessRules> {
  const rules = new RulesInForce({
    store,
    policy: POLICY,
    file: () => ({ ruleset: rulesetOf(DEFAULT_RULES), rulesText: '', plans: PLANS }),
    fileName: 'rules.yaml',
    staleAfterMs: HOUR_MS,
  })
  const multiAccount = new MultiAccountSettings(
    store,
    () => ({ multiAccount: MULTI_ACCOUNT_OFF, file: 'none' }),
    HOUR_MS,
  )
  await Promise.all([rules.refresh(), multiAccount.refresh()])
  return {
    rules: () => resolveClaimRules(rules, multiAccount),
    refresh: () => rules.refresh(),
    follow() {
      let isOver = false
      const following = (async () => {
        while (!isOver) {
          await rules.refresh()
          await sleep(20)
        }
      })()
      onTestFinished(() => {
        isOver = true
        return following
      })
    },
  }
}

/** Publishes rules like the rules page does, based on a revision. */
export async function publishTexts(store: Store, basedOn: number, texts: readonly string[]): Promise<Publication> {
  const input = {
    basedOn,
    document: JSON.stringify({ hap: { rule: texts } }),
    cases: null,
    reason: 'because',
    ticket: null,
    overrideReason: null,
    overridden: [],
  }
  const start = rulesetOf(DEFAULT_RULES)
  const result = await publishRules(
    { store, audit: new AuditLog(store), plans: PLANS, policy: POLICY, start, impact: async () => null },
    { user: { id: 'admin', name: 'anna', role: 'admin' }, requestId: null, input },
  )
  if (result.kind !== 'published') throw new Error(JSON.stringify(result))
  return result.publication
}
