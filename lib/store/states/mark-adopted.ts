import type { Db } from '#lib/store/database/client.ts'
import { OBSERVED } from './observe.ts'

/** Cause of the first line of a binding that was claimed before the console came. */
export const ADOPTED = 'adopted'

/** Claimed bindings of a namespace of which nothing is known but that they were first seen so. */
export async function foundClaimed(db: Db, namespace: string): Promise<readonly bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT last.id FROM binding_state AS known CROSS JOIN LATERAL (
      SELECT id, cause, from_state FROM state_change AS line
       WHERE line.kind = known.kind AND line.namespace = known.namespace AND line.name = known.name
       ORDER BY id DESC LIMIT 1
    ) AS last
    WHERE known.namespace = ${namespace} AND known.state = 'claimed' AND last.cause = ${OBSERVED} AND last.from_state IS NULL`
  return rows.map(({ id }) => id)
}

/** Says of such lines that they were adopted, by whom and by which entry of the audit chain. Returns how many. */
export async function markAdopted(
  db: Db,
  ids: readonly bigint[],
  { actor, audit }: { readonly actor: string; readonly audit: bigint },
): Promise<number> {
  const { count } = await db.stateChange.updateMany({
    where: { id: { in: [...ids] }, cause: OBSERVED },
    data: { cause: ADOPTED, actor, auditSeq: audit },
  })
  return count
}
