'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { onPendingChange, pendingQuery } from './pending-changes.ts'

/** The path and query of this page, also what was typed a moment ago and is not written yet: where a way back leads. */
export function useHere(): string {
  const search = useSearchParams().toString()
  const query = search === '' ? '' : `?${search}`
  return (
    usePathname() +
    useSyncExternalStore(
      onPendingChange,
      () => pendingQuery(query),
      () => query,
    )
  )
}
