import type { PoolQueue } from '#lib/hap/actions/facts.ts'
import { waitsOn } from '#lib/services/claims/waits-behind.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type QueueHead, queueHeads } from '#lib/store/queue/queue-heads.ts'

/** Who waits first for each of some pools, by their keys; those for which nobody does are left out. Throws StoreError. */
export async function firstWaiting(db: Db, pools: readonly string[]): Promise<readonly PoolQueue[]> {
  if (pools.length === 0) return []
  return (await queueHeads(db, pools)).map(head => ({
    pool: head.poolKey,
    claims: head.claims,
    first: head.tenant,
    aside: asideOf(head),
  }))
}

/** What is kept with a claim that was about to get an account begins like this; the reason follows. */
const SETBACK = waitsOn('').trimEnd()

function asideOf({ isTried, message }: Pick<QueueHead, 'isTried' | 'message'>): string | null {
  if (isTried) return 'another account is being claimed for it.'
  if (!message?.startsWith(SETBACK)) return null
  return `its last attempt failed. ${message.slice(SETBACK.length).trim()}`
}
