import type { User } from '#lib/auth/session.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { StoreError, StoreUnavailableError } from '#lib/store/failure/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'

/** Who attempts something, and by which request. */
interface Attempt {
  readonly user: Pick<User, 'name' | 'role'>
  readonly requestId: string | null
}

/** Of one target: names in addresses may be of any length. Kind, namespace and name of an object have at most 337. */
const MAX_CHARACTERS = 400

/** What the audit log is told of an attempt of which nothing else is known yet. */
export function attemptDraft(
  action: string,
  { user: { name, role }, requestId }: Attempt,
  targets: readonly string[],
): IntentDraft {
  return {
    actor: { name, role },
    action,
    targets: targets.map(target => target.slice(0, MAX_CHARACTERS)),
    reason: null,
    ticket: null,
    requestId,
  }
}

/** What an action may have come to that ended with an error. */
export type FailedOutcome = Exclude<Outcome, 'accepted' | 'cancelled'>

/**
 * What an action whose one transaction ended with an error came to: refused in the error's words, failed where the database says that
 * nothing was written; of anything else nobody knows.
 */
export function failedOutcome(error: unknown): FailedOutcome {
  if (error instanceof RefusedError) return 'refused'
  if (!(error instanceof StoreError)) return 'unknown'
  return error instanceof StoreUnavailableError && error.outcomeUnknown ? 'unknown' : 'failed'
}

/** What `check` answers; where it refuses, that is recorded. Throws what it throws, or AuditError. */
export async function recorded<Result>(
  { audit }: { readonly audit: Pick<AuditLog, 'refused'> },
  draft: IntentDraft,
  check: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof RefusedError) await audit.refused(draft, error.message.slice(0, 1_000))
    throw error
  }
}

/** What an action came to, and what it hands back. */
export interface Done<Result> {
  /** `unknown`: of a part of it nobody knows; it is looked up later. */
  readonly outcome: Outcome
  /** A sentence for people. */
  readonly detail: string | null
  /** State afterwards, where it is known. */
  readonly after?: JsonValue
  readonly result: Result
}

const FAILURE_MESSAGES: Readonly<Record<FailedOutcome, string>> = {
  refused: 'It was refused.',
  failed: 'It failed.',
  unknown: 'It was interrupted; it may have been done.',
}

/**
 * Does something that is written down before and after. Throws AuditError, and does nothing, when it cannot be written down
 * before. When `act` throws the outcome is what `judge` says (`failedOutcome` of one transaction); without it nobody knows.
 */
export async function audited<Result>(
  log: Pick<AuditLog, 'intent' | 'outcome'>,
  draft: IntentDraft,
  act: (intent: bigint) => Promise<Done<Result>>,
  judge: (error: unknown) => FailedOutcome = () => 'unknown',
): Promise<Result> {
  const intent = await log.intent(draft)
  const note = (outcome: Outcome, detail: string | null, after: JsonValue = null) =>
    // What was done stays done: the entry stays open, and is closed as unknown later.
    log.outcome({ intent, actor: draft.actor, outcome, detail, after }).catch((error: unknown) => void logError(error))
  try {
    const { outcome, detail, after, result } = await act(intent)
    await note(outcome, detail, after)
    return result
  } catch (error) {
    const outcome = judge(error)
    await note(outcome, outcome === 'refused' && error instanceof Error ? error.message : FAILURE_MESSAGES[outcome])
    throw error
  }
}

/** What the audit log says of a request that is not in order; whoever asks may send any length of it. */
export function invalidDetail(problems: readonly string[]): string {
  return `Not valid: ${problems.join(' ')}`.slice(0, 1_000)
}
