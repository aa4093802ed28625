'use client'

import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

interface SourceGapProps {
  /** Listed objects, as in "No bindings have been read yet". */
  readonly what: Listed | readonly Listed[]
  /** Placeholder rows during the first list. */
  readonly reading: ReactNode
  /** Shown when the sources are complete and contain nothing. */
  readonly children: ReactNode
}

/** Replaces an empty list: missing permission, unavailable source, or no objects. */
export function SourceGap({ what, reading, children }: SourceGapProps) {
  const unread = useUnread(...[what].flat())
  if (unread === null) return children
  const { title, refused, messages } = unread
  if (messages.length === 0) return reading
  return (
    <EmptyState reason={refused ? 'forbidden' : 'unreachable'} title={title}>
      {messages.map(message => (
        <p key={message}>{message}</p>
      ))}
      {!refused && <p>The console keeps retrying.</p>}
    </EmptyState>
  )
}
