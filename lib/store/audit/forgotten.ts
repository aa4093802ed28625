import type { Store } from '#lib/store/store.ts'
import { appendEntries } from './append.ts'
import { outcomeContent } from './entry.ts'

const MOST = 500

/** Who notes what nobody else can. */
export const CONSOLE = { name: 'hap-console', role: null } as const

/**
 * Gives intents from before `before` that have no outcome the outcome `unknown`: whoever wrote them ended without a word. Returns
 * how many. To be called at the start and now and then; what really came of them is found by looking, and appended.
 */
export async function closeForgotten(store: Store, before: Date): Promise<number> {
  const now = new Date(store.now())
  const detail = 'No outcome was recorded; the process may have stopped first.'
  return store.transaction(
    async tx => {
      // The end of the chain is locked first: two replicas must not close the same intent twice.
      await tx.$queryRaw`SELECT id FROM audit_head WHERE id = 1 FOR UPDATE`
      const open = await tx.auditStatus.findMany({
        where: { outcome: 'open', intent: { at: { lt: before } } },
        select: { intentSeq: true },
        orderBy: { intentSeq: 'asc' },
        take: MOST,
      })
      const contents = open.map(({ intentSeq }) =>
        outcomeContent({ intent: intentSeq, actor: CONSOLE, outcome: 'unknown', detail }, now),
      )
      if (contents.length > 0) await appendEntries(tx, contents)
      return contents.length
    },
    { isolation: 'read-committed' },
  )
}
