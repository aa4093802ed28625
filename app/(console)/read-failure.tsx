'use client'

import { ApiError } from '#app/data/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

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
      title={refused ? 'You do not have access to this' : 'This could not be loaded'}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {error instanceof ApiError ? error.message : 'The console sent an unexpected answer.'}
    </EmptyState>
  )
}
