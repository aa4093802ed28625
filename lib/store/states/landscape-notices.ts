import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'

/** A disappearance that pauses releases and cleaning. */
export interface LandscapeNotice {
  /** Kind of the objects that disappeared; NAMESPACE when the namespace has another uid. */
  readonly source: string
  /** Number of known objects and of those that disappeared. */
  readonly known: number
  readonly gone: number
  readonly seenAt: Date
}

/** Source of the notice that the namespace has another uid. */
export const NAMESPACE = 'Namespace'

/** Notices of a namespace that no administrator accepted, by source. */
export async function readNotices(db: Db, namespace: string): Promise<readonly LandscapeNotice[]> {
  return db.landscapeNotice.findMany({
    where: { namespace },
    orderBy: { source: 'asc' },
    select: { source: true, known: true, gone: true, seenAt: true },
  })
}

/** Stores notices unless one of the same source exists. */
export async function writeNotices(
  store: Store,
  namespace: string,
  notices: readonly LandscapeNotice[],
): Promise<void> {
  const data = notices.map(notice => ({ namespace, ...notice }))
  await store.transaction(tx => tx.landscapeNotice.createMany({ data, skipDuplicates: true }), {
    isolation: 'read-committed',
  })
}

/** The stored uid of a namespace; stores the given one when there is none. */
export function namespaceUid(store: Store, namespace: string, uid: string): Promise<string> {
  return store.transaction(
    async tx => {
      const { uid: known } = await tx.landscapeNamespace.upsert({
        where: { namespace },
        create: { namespace, uid },
        update: {},
        select: { uid: true },
      })
      if (known !== null) return known
      await tx.landscapeNamespace.update({ where: { namespace }, data: { uid } })
      return uid
    },
    { isolation: 'read-committed' },
  )
}

interface AcceptedLandscape {
  readonly namespace: string
  /** Null when the console may not read it: the stored one stays. */
  readonly uid: string | null
  /** Notices that the administrator saw: later ones stay. */
  readonly notices: readonly LandscapeNotice[]
  /** Audit intent. */
  readonly audit: bigint
}

/** Deletes notices and stores the uid of the namespace. */
export async function acceptNotices(tx: Db, { namespace, uid, notices, audit }: AcceptedLandscape): Promise<void> {
  for (const { source, seenAt } of notices)
    await tx.landscapeNotice.deleteMany({ where: { namespace, source, seenAt } })
  const row = { ...(uid !== null && { uid }), auditSeq: audit }
  await tx.landscapeNamespace.upsert({ where: { namespace }, create: { namespace, ...row }, update: row })
}
