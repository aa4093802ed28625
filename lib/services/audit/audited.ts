import type { User } from '#lib/auth/session.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { StoreError, StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { actorOf } from './actor.ts'

/** The user and the request of an attempt. */
interface Attempt {
  readonly user: User
  readonly requestId: string | null
}

/**
 * Maximum length of one target: a name in a URL may have any length. Kind, namespace and name of an
 * object have at most 337.
 */
const MAX_CHARACTERS = 400

/** The audit record of an attempt before its input is parsed. */
export function attemptDraft(action: string, { user, requestId }: Attempt, targets: readonly string[]): IntentDraft {
  return {
    actor: actorOf(user),
    action,
    targets: targets.map(target => target.slice(0, MAX_CHARACTERS)),
    reason: null,
    ticket: null,
    requestId,
  }
}

/** The outcome of an action that threw. */
export type FailedOutcome = Exclude<Outcome, 'accepted' | 'cancelled'>

/**
 * The outcome of an action whose only transaction threw: refused by a RefusedError, failed if the
 * database reports that nothing was written, else unknown.
 */
export function failedOutcome(error: unknown): FailedOutcome {
  if (error instanceof RefusedError) return 'refused'
  if (!(error instanceof StoreError)) return 'unknown'
  return error instanceof StoreUnavailableError && error.outcomeUnknown ? 'unknown' : 'failed'
}

/**
 * Returns the result of `check`; a RefusedError of it is recorded. Throws the errors of `check`, or
 * AuditError.
 */
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

/** The outcome of an action and the result for its caller. */
export interface Done<Result> {
  /** `unknown`: a part of it is in doubt; recovery resolves it. */
  readonly outcome: Outcome
  /** A sentence. */
  readonly detail: string | null
  /** The state after the action, if known. */
  readonly after?: JsonValue
  readonly result: Result
}

const FAILURE_MESSAGES: Readonly<Record<FailedOutcome, string>> = {
  refused: 'It was refused.',
  failed: 'It failed.',
  unknown: 'It was interrupted; it may have been done.',
}

/**
 * Performs an action between two audit records. If the intent cannot be recorded it throws
 * AuditError and does nothing. If `act` throws, `judge` decides the outcome (`failedOutcome` for a
 * single transaction); the default is unknown.
 */
export async function audited<Result>(
  log: Pick<AuditLog, 'intent' | 'outcome'>,
  draft: IntentDraft,
  act: (intent: bigint) => Promise<Done<Result>>,
  judge: (error: unknown) => FailedOutcome = () => 'unknown',
): Promise<Result> {
  const intent = await log.intent(draft)
  const note = (outcome: Outcome, detail: string | null, after: JsonValue = null) =>
    // The action stays done: the record stays open, and recovery closes it.
    log.outcome({ intent, actor: draft.actor, outcome, detail, after }).catch((error: unknown) => void logError(error))
  try {
    const { outcome, detail, after, result } = await act(intent)
    await note(outcome, detail, after)
    return result
  } catch (error) {
    const outcome = judge(error)
    await note(outcome, failureDetail(outcome, error))
    throw error
  }
}

/** Errors of Gardener name the admission rule or the field, and are fit for the audit log. */
function failureDetail(outcome: FailedOutcome, error: unknown): string {
  if (outcome === 'refused' && error instanceof Error) return error.message
  return error instanceof GardenError ? `${FAILURE_MESSAGES[outcome]} ${error.message}` : FAILURE_MESSAGES[outcome]
}

/** The detail of an audit record about invalid input, cut because input may have any length. */
export function invalidDetail(problems: readonly string[]): string {
  return `Not valid: ${problems.join(' ')}`.slice(0, 1_000)
}
