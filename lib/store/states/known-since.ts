import type { Db } from '#lib/store/database/client.ts'
import { ADOPTED } from './mark-adopted.ts'
import { OBSERVED } from './observe.ts'

/** Since when a binding is in its state, as far as the database knows. */
export interface KnownSince {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly state: string
  readonly since: Date
  readonly seenAt: Date
  /** Nobody saw it begin or noted when it did: `since` is when the binding was first seen, and it was in this state then. */
  readonly isFirstLook: boolean
}

/** What was written from a moment on of the bindings of a namespace. */
export async function knownSince(db: Db, namespace: string, from: Date): Promise<readonly KnownSince[]> {
  return db.$queryRaw<KnownSince[]>`
    SELECT known.kind, known.namespace, known.name, known.uid, known.state, known.since, known.seen_at AS "seenAt",
           EXISTS (
             SELECT FROM state_change AS line
              WHERE line.kind = known.kind AND line.namespace = known.namespace AND line.name = known.name
                AND line.uid = known.uid AND line.at = known.since AND line.from_state IS NULL
                AND line.cause IN (${OBSERVED}, ${ADOPTED})
           ) AS "isFirstLook"
      FROM binding_state AS known
     WHERE known.namespace = ${namespace} AND known.seen_at >= ${from}`
}

/** Another text as soon as knownSince would read anything else. By the states alone: their lines are written together with them. */
export async function markOfKnown(db: Db, namespace: string, from: Date): Promise<string> {
  const rows = await db.$queryRaw<{ mark: string }[]>`
    SELECT concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', kind, name, uid, state, since, seen_at), 0))) AS mark
      FROM binding_state
     WHERE namespace = ${namespace} AND seen_at >= ${from}`
  return rows[0]?.mark ?? ''
}
