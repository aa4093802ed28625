import { ALLOWLIST_TARGET, CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { formerDefault, latestVersion, saveRevision } from '#lib/store/allowlist-revisions.ts'
import { type AuditLog, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { audited, failedOutcome } from './audit/audited.ts'
import { multiAccountJson } from './change-allowlist.ts'

const REASON = 'In force before the upgrade. Confirm or change it: without a setting, multiple accounts are now off.'

/**
 * Saves the default of the release before as version 1 if a database of that release has claims and no version. The caller
 * knows that no file is in force. Replicas may call it at the same time. Throws AuditError, StoreError.
 */
export async function inheritAllowlist({
  store,
  audit,
}: {
  readonly store: Store
  readonly audit: Pick<AuditLog, 'intent' | 'outcome'>
}): Promise<void> {
  const former = await formerDefault(store.db)
  if (former === null || (await latestVersion(store.db)) > 0) return
  const settings = multiAccountJson(former)
  const draft = {
    actor: CONSOLE_ACTOR,
    action: CHANGE_ALLOWLIST,
    targets: [ALLOWLIST_TARGET],
    reason: REASON,
    ticket: null,
    requestId: null,
    before: settings,
    after: settings,
  }
  await audited(
    audit,
    draft,
    async auditSeq => {
      const saved = await saveRevision(store, {
        basedOn: 0,
        multiAccount: former,
        actor: CONSOLE_ACTOR.name,
        reason: REASON,
        ticket: null,
        at: new Date(store.now()),
        auditSeq,
      })
      return 'saved' in saved
        ? { outcome: 'accepted', detail: 'Version 1.', result: null }
        : { outcome: 'refused', detail: 'Another version is in force.', result: null }
    },
    failedOutcome,
  )
}
