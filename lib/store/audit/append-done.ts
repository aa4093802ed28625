import type { Db } from '#lib/store/database/client.ts'
import { appendEntries } from './append.ts'
import { type IntentDraft, intentContent, outcomeContent } from './entry.ts'

/** Writes down what a transaction of isolation `read-committed` does: its entry is there when that is, and only then. Comes last in it. */
export async function appendDone(tx: Db, draft: IntentDraft, at: Date): Promise<void> {
  const [intent] = await appendEntries(tx, [intentContent(draft, at)])
  if (intent === undefined) throw new Error('The entry has no number.')
  await appendEntries(tx, [outcomeContent({ intent, actor: draft.actor, outcome: 'accepted', detail: null }, at)])
}
