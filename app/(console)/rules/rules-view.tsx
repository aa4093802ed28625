'use client'

import { useQuery } from '@tanstack/react-query'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { NotReadAgain } from '../not-read-again.tsx'
import type { Person } from '../person.ts'
import { ReadFailure } from '../read-failure.tsx'
import { DraftProvider } from './draft-provider.tsx'
import { ReadingTab } from './reading-tab.tsx'
import { Workbench } from './workbench.tsx'

/** The rules in force and the draft of whoever looks at them. */
export function RulesView({ person }: { readonly person: Person }) {
  const { data, error, refetch } = useQuery(rulesQuery())
  const retry = () => void refetch()
  if (data)
    return (
      <DraftProvider inForce={data} person={person}>
        <Workbench notice={error && <NotReadAgain error={error} onRetry={retry} />} />
      </DraftProvider>
    )
  return (
    <>
      <PageHead title="Rules" />
      {error ? <ReadFailure error={error} onRetry={retry} /> : <ReadingTab />}
    </>
  )
}
