import {
  CONDITION_CAUSES,
  type ConditionCause,
  type ConditionSubject,
  type SubjectCondition,
  subjectOf,
} from '#lib/hap/pools/account-condition.ts'
import type { Db } from '#lib/store/database/client.ts'

/** A condition that is due for a check. */
export interface DueCondition extends ConditionSubject {
  readonly subject: string
  readonly cause: ConditionCause
  /** False for a first refusal, which may be transient. */
  readonly confirmed: boolean
  /** Number of checks, including this one. */
  readonly checks: number
}

/** Seconds between two checks of a condition. */
const CHECK_SECONDS = 5 * 60
/**
 * Seconds until a possibly transient refusal is checked: a restarting API server answers everything
 * with 403.
 */
const CONFIRM_SECONDS = 5

/** The confirmed conditions. Throws StoreError. */
export async function readConditions(db: Db): Promise<readonly SubjectCondition[]> {
  const rows = await db.accountCondition.findMany({
    where: { confirmed: true },
    select: { account: true, bindingKey: true, bindingUid: true, cause: true, since: true, checkedAt: true },
  })
  return rows.flatMap(({ account, bindingKey, bindingUid, cause: text, since, checkedAt }) => {
    const cause = parseCause(text)
    if (cause === undefined) return []
    const binding = toBinding(bindingKey, bindingUid)
    return [{ account, binding, cause, since: since.getTime(), checkedAt: checkedAt.getTime() }]
  })
}

/** Stores a refusal. An unconfirmed one does not change a known condition. Throws StoreError. */
export async function recordCondition(
  db: Db,
  of: ConditionSubject,
  { cause, confirmed }: Pick<DueCondition, 'cause' | 'confirmed'>,
): Promise<void> {
  const { account, binding } = of
  const wait = confirmed ? CHECK_SECONDS : CONFIRM_SECONDS
  await db.$executeRaw`
    INSERT INTO account_condition AS known (subject, account, binding_key, binding_uid, cause, confirmed, next_check_at)
    VALUES (${subjectOf(of)}, ${account}, ${binding?.key ?? null}, ${binding?.uid ?? null}, ${cause}, ${confirmed},
            now() + make_interval(secs => ${wait}))
    ON CONFLICT (subject) DO UPDATE
      SET cause = excluded.cause, confirmed = true, checked_at = now(), next_check_at = excluded.next_check_at
    WHERE excluded.confirmed`
}

/**
 * Claims due conditions for this replica: other replicas get them only at the next check. Throws
 * StoreError.
 */
export async function claimDueConditions(db: Db, limit: number): Promise<readonly DueCondition[]> {
  const rows = await db.$queryRaw<
    readonly {
      subject: string
      account: string
      bindingKey: string | null
      bindingUid: string | null
      cause: string
      confirmed: boolean
      checks: number
    }[]
  >`
    UPDATE account_condition
       SET next_check_at = now() + make_interval(secs => ${CHECK_SECONDS}), checks = checks + 1
     WHERE subject IN (
             SELECT subject FROM account_condition WHERE next_check_at <= now()
              ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING subject, account, binding_key AS "bindingKey", binding_uid AS "bindingUid", cause, confirmed, checks`
  return rows.flatMap(({ cause: text, bindingKey, bindingUid, ...row }) => {
    const cause = parseCause(text)
    return cause === undefined ? [] : [{ ...row, cause, binding: toBinding(bindingKey, bindingUid) }]
  })
}

/** Records that a check was refused for this cause. Throws StoreError. */
export async function confirmCondition(db: Db, subject: string, cause: ConditionCause): Promise<void> {
  await db.$executeRaw`
    UPDATE account_condition SET cause = ${cause}, confirmed = true, checked_at = now() WHERE subject = ${subject}`
}

/** Ends conditions. Throws StoreError. */
export async function endConditions(db: Db, subjects: readonly string[]): Promise<void> {
  await db.accountCondition.deleteMany({ where: { subject: { in: [...subjects] } } })
}

function parseCause(text: string): ConditionCause | undefined {
  return CONDITION_CAUSES.find(each => each === text)
}

function toBinding(key: string | null, uid: string | null): ConditionSubject['binding'] {
  return key === null || uid === null ? null : { key, uid }
}

/** Seconds between two steps of a round, across all replicas. */
const STEP_SECONDS = 10
/** Seconds after a step without an answer: the role may not read Secrets, or Gardener is down. */
const UNREADABLE_STEP_SECONDS = 5 * 60
/** Seconds from the start of one round to the start of the next. */
const ROUND_SECONDS = 30 * 60

/**
 * Acquires the next step of the scan. Returns the account after which it begins, '' for a new
 * round, or null when no step is due. Throws StoreError.
 */
export async function acquireScanStep(db: Db): Promise<string | null> {
  await db.$executeRaw`INSERT INTO account_scan (id) VALUES (1) ON CONFLICT DO NOTHING`
  const rows = await db.$queryRaw<readonly { cursor: string }[]>`
    UPDATE account_scan
       SET next_at = now() + make_interval(secs => ${STEP_SECONDS}),
           round_at = CASE WHEN cursor = '' THEN now() ELSE round_at END
     WHERE id = 1 AND next_at <= now()
    RETURNING cursor`
  return rows[0]?.cursor ?? null
}

/** Sets the cursor to the last account that was scanned, or with '' to the next round. Throws StoreError. */
export async function advanceScan(
  db: Db,
  cursor: string,
  { isUnreadable }: { readonly isUnreadable: boolean },
): Promise<void> {
  const wait = isUnreadable ? UNREADABLE_STEP_SECONDS : STEP_SECONDS
  await db.$executeRaw`
    UPDATE account_scan
       SET cursor = ${cursor},
           next_at = greatest(
             now() + make_interval(secs => ${wait}),
             CASE WHEN ${cursor} = '' THEN round_at + make_interval(secs => ${ROUND_SECONDS}) END)
     WHERE id = 1`
}
