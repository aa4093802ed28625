import type { QueryClient } from '@tanstack/react-query'
import { driftQuery } from '#app/data/rules-queries.ts'
import { showToast } from '#components/ui/toast.tsx'
import { formatKeepers } from './drift-messages.ts'

/** Refetches the rules in force, the revisions and the drift. */
export async function refreshRules(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['rules', 'rules-revisions', 'rules-revision', 'rules-drift'].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

/** Notifies that a revision is in force; the page itself shows the state of the ConfigMap. */
export function notifyPublished(queries: QueryClient, number: number): void {
  const drift = queries.getQueryData(driftQuery().queryKey)?.drift
  showToast({
    text: `Revision ${number} is in force.`,
    detail: (drift && formatKeepers(drift)) ?? 'The ConfigMap is being updated; see Revisions for its status.',
  })
}
