'use client'

import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

interface SourceGapProps {
  /** What the page lists, as in "No bindings have been read yet". */
  readonly what: Listed | readonly Listed[]
  /** While the first list is being read: skeletons in the place of rows. */
  readonly reading: ReactNode
  /** When everything was read, and there is nothing. */
  readonly children: ReactNode
}

/** In place of rows when there are none at all: because nobody may read them, because nobody can, or because there are none. */
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
