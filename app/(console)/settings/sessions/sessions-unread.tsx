import { EmptyState } from '#components/ui/empty-state.tsx'

/** Replaces the sessions while the database is unreachable. */
export function SessionsUnavailable() {
  return (
    <EmptyState reason="unreachable" title="This could not be loaded">
      Sessions are kept in the database, which is not responding. Nobody can sign in until it does; who is signed in can
      read for ten more minutes and change nothing.
    </EmptyState>
  )
}
