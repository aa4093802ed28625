import type { QueryClient } from '@tanstack/react-query'
import { driftQuery } from '#app/data/rules-queries.ts'
import { showToast } from '#components/ui/toast.ts'
import { keptWords } from './drift-messages.ts'

/** Reads the rules in force, the revisions and the ConfigMap again. */
export async function readRulesAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['rules', 'rules-revisions', 'rules-revision', 'rules-drift'].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

/** Says that rules are in force now; what becomes of the ConfigMap stands on the page. */
export function tellPublished(queries: QueryClient, number: number): void {
  const drift = queries.getQueryData(driftQuery().queryKey)?.drift
  showToast({
    text: `Revision ${number} is in force.`,
    detail: (drift && keptWords(drift)) ?? 'The ConfigMap is being written; the tab Revisions tells when it has them.',
  })
}
