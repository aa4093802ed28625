'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#app/data/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Message, Strip } from '#components/ui/message.tsx'
import { useLastError } from '#components/ui/use-last-error.ts'

interface ReadFailureProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** Replaces content that the server failed to deliver. */
export function ReadFailure({ error, onRetry }: ReadFailureProps) {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  return (
    <EmptyState
      reason={refused ? 'forbidden' : 'unreachable'}
      title={refused ? 'You do not have access to this page' : 'This could not be loaded'}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {error instanceof ApiError ? error.message : 'The console sent an unexpected response.'}
    </EmptyState>
  )
}

interface RefreshFailureProps {
  readonly error: Error
  readonly onRetry: () => void
  /** What the page shows instead, as a sentence. */
  readonly children?: ReactNode
}

/** Warns above data that stays on the page after a failed refresh. */
export function RefreshFailure({ error, onRetry, children }: RefreshFailureProps) {
  return (
    <Strip
      tone="danger"
      announce
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Not refreshed: {error.message} {children}
    </Strip>
  )
}

interface QueryFailureProps {
  /** The data as the subject of a sentence: “The queue”. */
  readonly what: string
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  /** Full width, for a panel without padding. */
  readonly wide?: boolean
}

/** Explains a missing or outdated answer, because its absence would look like “none”. */
export function QueryFailure({ what, query: { data, error, refetch }, wide = false }: QueryFailureProps) {
  const failure = useLastError(data, error)
  if (!failure) return null
  const Notice = wide ? Strip : Message
  return (
    <Notice
      tone="warn"
      action={
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {what} could not be {data === undefined ? 'loaded' : 'refreshed'}. {failure.message}
    </Notice>
  )
}
