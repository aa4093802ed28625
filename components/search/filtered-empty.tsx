import { lazy, Suspense } from 'react'
import type { NothingMatchesProps } from './nothing-matches.tsx'

const NothingMatches = lazy(async () => ({ default: (await import('./nothing-matches.tsx')).NothingMatches }))

/** In place of rows that a search hides, all of them. Most searches find something, so its code comes when it is needed. */
export function FilteredEmpty(props: NothingMatchesProps) {
  return (
    <Suspense>
      <NothingMatches {...props} />
    </Suspense>
  )
}
