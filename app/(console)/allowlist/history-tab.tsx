'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allowlistHistoryQuery } from '#app/data/allowlist-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './allowlist.module.css'
import { HistoryEntry } from './history-entry.tsx'
import { StartEntry } from './start-entry.tsx'

interface HistoryTabProps {
  /** Version in force; 0 when the database has none. */
  readonly inForce: number
  /** Why the user may not edit; null when the user may. */
  readonly refusal: string | null
  /** Replaces the draft by the settings of a version. */
  readonly onTake: (settings: MultiAccount) => void
}

const STEP = 20
const MOST = 999

/** The versions of the settings, each with its author, time, reason and changes. */
export function HistoryTab({ inForce, refusal, onTake }: HistoryTabProps) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, isFetching, refetch } = useQuery(allowlistHistoryQuery(limit))
  const retry = () => void refetch()
  if (!data) {
    if (error) return <ReadFailure error={error} onRetry={retry} />
    return (
      <div className={styles.reading} aria-busy="true">
        <Skeleton width="100%" height={140} />
      </div>
    )
  }
  const { start } = data
  if (data.entries.length === 0) {
    return (
      <EmptyState reason="empty" title="No changes yet">
        The startup settings are in force. The first saved change becomes version 1.
      </EmptyState>
    )
  }
  return (
    <>
      {error && <RefreshFailure error={error} onRetry={retry} />}
      <ol className={styles.history} aria-label="Versions">
        {data.entries.map(entry => (
          <li key={entry.version}>
            <HistoryEntry
              entry={entry}
              inForce={entry.version === inForce}
              refusal={refusal}
              onTake={() => onTake(entry.multiAccount)}
            />
          </li>
        ))}
        {start !== null && (
          <li>
            <StartEntry start={start} refusal={refusal} onTake={() => onTake(start)} />
          </li>
        )}
      </ol>
      {data.more && limit < MOST && (
        <div className={styles.older}>
          <Button disabledReason={isFetching ? 'Loading.' : null} onClick={() => setLimit(Math.min(MOST, limit * 2))}>
            Show older versions
          </Button>
        </div>
      )}
    </>
  )
}
