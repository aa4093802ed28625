'use client'

import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

/**
 * Replaces a page that failed to render; the shell remains. The server logs the error under the
 * digest.
 */
export default function PageError({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string }
  readonly reset: () => void
}) {
  return (
    <>
      <PageHead title="Error" />
      <EmptyState
        reason="unreachable"
        title="This page could not be displayed"
        actions={<Button onClick={reset}>Try again</Button>}
      >
        Nothing was changed.{' '}
        {error.digest ? `The server log has the error as ${error.digest}.` : 'Other pages still work.'}
      </EmptyState>
    </>
  )
}
