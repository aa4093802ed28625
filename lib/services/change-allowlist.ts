import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { NotAuthorisedError, type User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import {
  ALLOWLIST_TARGET,
  CHANGE_ALLOWLIST,
  changeBetween,
  isUnchanged,
} from '#lib/hap/lifecycle/multi-account-change.ts'
import { parseMultiAccount } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { type Revision, type RevisionDraft, revisionAt, saveRevision } from '#lib/store/allowlist-revisions.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'
import { attemptDraft, audited, type Done, failedOutcome, invalidDetail } from './audit/audited.ts'
import { Reason, Ticket } from './reason-input.ts'

/** Maximum of the database's integer type. */
const MAX_VERSION = 2 ** 31 - 1

const Change = z.object({
  /** Version that the author saw; 0 for the settings of the file. */
  basedOn: z.int().min(0).max(MAX_VERSION),
  /** Content of `hap.multiHyperscalerAccount` (seed 003). */
  settings: z.unknown(),
  reason: Reason,
  ticket: Ticket,
})

export type AllowlistResult =
  | { readonly kind: 'saved'; readonly revision: Revision }
  /** Another change came first: the version that the author saw, and the one in force. */
  | { readonly kind: 'conflict'; readonly base: Revision | null; readonly current: Revision | null }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }

export interface AllowlistContext {
  readonly store: Store
  readonly audit: AuditLog
  /** Settings of version 0, in force before the first version. */
  readonly start: MultiAccount
  /** Plans in force, whose providers may have limits. */
  readonly plans: Plans
}

interface AllowlistCall {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/**
 * Sets allowlist and limits. Throws NotAuthorisedError, AuditError or another StoreError; the
 * settings stay unchanged then, unless the message says that this is unknown.
 */
export async function changeAllowlist(context: AllowlistContext, request: AllowlistCall): Promise<AllowlistResult> {
  const { user, requestId } = request
  const draft = attemptDraft(CHANGE_ALLOWLIST, { user, requestId }, [ALLOWLIST_TARGET])
  const obstacle = userRefusal(user, NEEDED_ROLES.allowlist)
  if (obstacle !== null) {
    await context.audit.refused(draft, obstacle)
    throw new NotAuthorisedError('role', NEEDED_ROLES.allowlist, obstacle)
  }
  const change = Change.safeParse(request.input, { error: INPUT_MESSAGES })
  const read = parseMultiAccount(change.data?.settings, context.plans)
  const problems = [
    ...(change.error ? formatInputProblems(change.error, 'change') : []),
    ...('problems' in read && change.success ? read.problems : []),
  ]
  if (!change.success || 'problems' in read) {
    await context.audit.refused(draft, invalidDetail(problems))
    return { kind: 'invalid', problems }
  }
  const { basedOn, reason, ticket } = change.data
  const { multiAccount } = read
  const before = await settingsOf(context, basedOn)
  return audited(
    context.audit,
    { ...draft, reason, ticket, before: before && multiAccountJson(before), after: multiAccountJson(multiAccount) },
    async auditSeq => {
      const wanted = { basedOn, multiAccount, actor: user.name, reason, ticket }
      const saved = await saveRevision(context.store, { ...wanted, at: new Date(context.store.now()), auditSeq })
      if ('saved' in saved) return accepted(saved.saved)
      const { base, current } = saved
      return isRepeated(current, wanted)
        ? accepted(current, 'An earlier attempt of the same request saved this version.')
        : refused(basedOn, base, current)
    },
    failedOutcome,
  )
}

/** The settings that the author saw; null for a version that does not exist. */
async function settingsOf({ store, start }: AllowlistContext, version: number): Promise<MultiAccount | null> {
  return version === 0 ? start : ((await revisionAt(store.db, version))?.multiAccount ?? null)
}

function accepted(revision: Revision, note = ''): Done<AllowlistResult> {
  const detail = `Version ${revision.version}. ${note}`.trim()
  return { outcome: 'accepted', detail, result: { kind: 'saved', revision } }
}

/** A second click, or a retry after a lost answer: the wanted version exists. */
function isRepeated(current: Revision | null, wanted: Omit<RevisionDraft, 'at'>): current is Revision {
  return (
    current !== null &&
    current.version === wanted.basedOn + 1 &&
    current.actor === wanted.actor &&
    current.reason === wanted.reason &&
    current.ticket === wanted.ticket &&
    isUnchanged(changeBetween(current.multiAccount, wanted.multiAccount))
  )
}

function refused(basedOn: number, base: Revision | null, current: Revision | null): Done<AllowlistResult> {
  const detail = `Version ${basedOn} is no longer current; version ${current?.version ?? 0} is in force.`
  return { outcome: 'refused', detail, result: { kind: 'conflict', base, current } }
}

/** Settings as the audit log stores them. */
export function multiAccountJson({ allowed, limits, minBindingsForGuard }: MultiAccount): JsonValue {
  return {
    allowed,
    limits: limits && { default: limits.default, providers: limits.providers },
    minBindingsForGuard,
  }
}

interface AllowlistServices extends Omit<AllowlistContext, 'start' | 'plans'> {
  readonly rules: { readonly active: Pick<AllowlistContext, 'plans'> }
  readonly multiAccount: {
    readonly start: { readonly multiAccount: AllowlistContext['start'] }
    refresh(): Promise<void>
  }
}

/** Sets allowlist and limits, and refreshes them at once. Throws the errors of changeAllowlist. */
export async function updateAllowlist(
  { store, audit, rules, multiAccount }: AllowlistServices,
  request: AllowlistCall,
): Promise<AllowlistResult> {
  const context = { store, audit, start: multiAccount.start.multiAccount, plans: rules.active.plans }
  const result = await changeAllowlist(context, request)
  // The change is saved even when this read fails; the periodic refresh retries it.
  await multiAccount.refresh().catch((error: unknown) => void logError(error))
  return result
}
