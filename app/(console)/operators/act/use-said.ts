import { useState } from 'react'
import { keepSaid, keptSaid, type Said } from './said.ts'

/** Why something is done, kept while it is typed until it is forgotten. `key` tells the dialogs of a tab apart. */
export function useSaid(key: string) {
  const [said, setSaid] = useState(() => keptSaid(key))
  return {
    said,
    say(part: Partial<Said>) {
      const next = { ...said, ...part }
      keepSaid(key, next)
      setSaid(next)
    },
    forget: () => keepSaid(key, null),
    typed: said.reason !== '' || said.ticket !== '',
    /** As the API takes it. */
    order: { reason: said.reason.trim(), ticket: said.ticket.trim() || null },
  }
}
