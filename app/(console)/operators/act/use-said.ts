import { useTabForm } from '#components/ui/use-tab-draft.ts'
import type { Said } from './said.ts'

const NOTHING_SAID: Said = { reason: '', ticket: '' }

/** Why something is done, kept while it is typed until it is forgotten. `key` tells the dialogs of a tab apart. */
export function useSaid(key: string) {
  const { form: said, change: say, touched: typed, forget } = useTabForm(`hap-operators ${key}`, NOTHING_SAID)
  /** As the API takes it. */
  const order = { reason: said.reason.trim(), ticket: said.ticket.trim() || null }
  return { said, say, forget, typed, order }
}
