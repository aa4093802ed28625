import type { Db } from '#lib/store/database/client.ts'

/** Seconds between two steps of a round, whichever replicas make them. */
const STEP_SECONDS = 10
/** The same after a step in which Gardener told nothing: the console may read no Secrets, or Gardener does not answer. */
const UNTOLD_STEP_SECONDS = 5 * 60
/** Seconds from the start of one round to the start of the next. */
const ROUND_SECONDS = 30 * 60

/** The account after which the next step of the scan begins, '' for a new round; null while it is not time for one. Throws StoreError. */
export async function takeScanStep(db: Db): Promise<string | null> {
  await db.$executeRaw`INSERT INTO account_scan (id) VALUES (1) ON CONFLICT DO NOTHING`
  const rows = await db.$queryRaw<readonly { cursor: string }[]>`
    UPDATE account_scan
       SET next_at = now() + make_interval(secs => ${STEP_SECONDS}),
           round_at = CASE WHEN cursor = '' THEN now() ELSE round_at END
     WHERE id = 1 AND next_at <= now()
    RETURNING cursor`
  return rows[0]?.cursor ?? null
}

/** Moves the scan to the last account that was looked up, or with '' to the next round. Throws StoreError. */
export async function moveScan(db: Db, cursor: string, { isUntold }: { readonly isUntold: boolean }): Promise<void> {
  const wait = isUntold ? UNTOLD_STEP_SECONDS : STEP_SECONDS
  await db.$executeRaw`
    UPDATE account_scan
       SET cursor = ${cursor},
           next_at = greatest(
             now() + make_interval(secs => ${wait}),
             CASE WHEN ${cursor} = '' THEN round_at + make_interval(secs => ${ROUND_SECONDS}) END)
     WHERE id = 1`
}
