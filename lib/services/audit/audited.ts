import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { logError } from '#lib/telemetry/log.ts'
import type { BrokenOff } from './broken-off.ts'

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

const BROKE_OFF: Readonly<Record<BrokenOff, string>> = {
  refused: 'It was refused.',
  failed: 'It failed.',
  unknown: 'It was interrupted; it may have been done.',
}

/**
 * Does something that is written down before and after. Throws AuditError, and does nothing, when it cannot be written down
 * before. When `act` throws the outcome is what `judge` says (`brokenOff` of one transaction); without it nobody knows.
 */
export async function audited<Result>(
  log: Pick<AuditLog, 'intent' | 'outcome'>,
  draft: IntentDraft,
  act: (intent: bigint) => Promise<Done<Result>>,
  judge: (error: unknown) => BrokenOff = () => 'unknown',
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
    await note(outcome, outcome === 'refused' && error instanceof Error ? error.message : BROKE_OFF[outcome])
    throw error
  }
}
