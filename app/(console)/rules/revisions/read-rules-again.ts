import type { QueryClient } from '@tanstack/react-query'

/** Reads the rules in force, the revisions and the ConfigMap again. */
export async function readRulesAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['rules', 'rules-revisions', 'rules-revision', 'rules-drift'].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}
