import { z } from 'zod'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Found } from '#lib/services/audit/unknown-outcomes.ts'
import type { AuditRecord } from '#lib/store/audit/list.ts'

type Stored = Pick<KubeObject, 'metadata'>

/** What an entry of a deletion keeps of the object: another one of its name tells nothing of it. */
const Deleted = z.object({ uid: z.string() })

/** Whether a creation came about, by the object of its name now; null when it does not tell, since one that is gone may have been there. */
export function findMade(object: Stored | null, { at }: Pick<AuditRecord, 'at'>): Found | null {
  // Its time has whole seconds.
  const since = Math.floor(Date.parse(at) / 1_000) * 1_000
  const made = Date.parse(object?.metadata?.creationTimestamp ?? '') >= since
  return made ? { outcome: 'accepted', detail: 'It is there.' } : null
}

/** Whether a deletion came about, by the object of its name now; null when the entry does not tell which object it was. */
export function findGone(object: Stored | null, { before }: Pick<AuditRecord, 'before'>): Found | null {
  const deleted = Deleted.safeParse(before).data
  if (deleted === undefined) return null
  return object?.metadata?.uid === deleted.uid && object.metadata.deletionTimestamp === undefined
    ? { outcome: 'failed', detail: 'It is still there.' }
    : { outcome: 'accepted', detail: 'It is gone, or going.' }
}
