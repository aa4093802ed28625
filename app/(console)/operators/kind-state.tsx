import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import type { KindState } from '#lib/queries/operators/operator-objects.ts'

interface KindGapProps {
  /** Plural of the kind, as in "No Clusters loaded yet". */
  readonly what: string
  readonly kind: KindState
  /** Placeholder during the first read. */
  readonly reading: ReactNode
  /** Empty state after a complete read. */
  readonly children: ReactNode
}

/**
 * Explains an empty list by the state of the kind: not served, forbidden, unreachable, still
 * reading, or really empty.
 */
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
        <EmptyState reason="forbidden" title={`The console is not permitted to read ${what}`}>
          {message}
        </EmptyState>
      )
    case 'unreachable':
      return (
        <EmptyState reason="unreachable" title={`No ${what} loaded yet`}>
          <p>{message}</p>
          <p>The console keeps retrying.</p>
        </EmptyState>
      )
    case 'stale':
    case 'live':
      return children
  }
}

/** Warns that the shown custom resources may be out of date; renders nothing while they are current. */
export function KindNote({ kind }: { readonly kind: KindState | undefined }) {
  if (kind?.state !== 'stale') return null
  return (
    <Strip tone="warn" icon="unreachable">
      {kind.message} Data may be out of date.
    </Strip>
  )
}
