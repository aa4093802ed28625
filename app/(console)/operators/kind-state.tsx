import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import type { KindState } from '#lib/queries/operators/operator-objects.ts'

interface KindGapProps {
  /** What the page lists, as in "No Clusters have been read yet". */
  readonly what: string
  readonly kind: KindState
  /** While the first list is being read. */
  readonly reading: ReactNode
  /** When everything was read, and there is nothing. */
  readonly children: ReactNode
}

/** In place of custom resources when there are none at all: because none are served, nobody may read them, nobody can, or there are none. */
export function KindGap({ what, kind: { state, message }, reading, children }: KindGapProps) {
  switch (state) {
    case 'reading':
      return reading
    case 'no-control-plane':
    case 'absent':
      return (
        <EmptyState reason="empty" title={`${what} are not served here`}>
          {message}
        </EmptyState>
      )
    case 'refused':
      return (
        <EmptyState reason="forbidden" title={`The console may not read ${what}`}>
          {message}
        </EmptyState>
      )
    case 'unreachable':
      return (
        <EmptyState reason="unreachable" title={`No ${what} have been read yet`}>
          <p>{message}</p>
          <p>The console keeps retrying.</p>
        </EmptyState>
      )
    case 'stale':
    case 'live':
      return children
  }
}

/** Above custom resources that may be out of date; nothing while they are current. */
export function KindNote({ kind }: { readonly kind: KindState | undefined }) {
  if (kind?.state !== 'stale') return null
  return (
    <Strip tone="warn" icon="unreachable">
      {kind.message} What is shown here may be out of date.
    </Strip>
  )
}
