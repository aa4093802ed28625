'use client'

import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { useLive } from './live-provider.tsx'

interface SourceGapProps {
  /** What the page lists, as in "No bindings have been read yet". */
  readonly what: string
  /** While the first list is being read: skeletons in the place of rows. */
  readonly reading: ReactNode
  /** When everything was read, and there is nothing. */
  readonly children: ReactNode
}

/** In place of rows when there are none of any binding: because nobody may read them, because nobody can, or because there are none. */
export function SourceGap({ what, reading, children }: SourceGapProps) {
  const sources = useLive().health?.sources.filter(({ source }) => source !== 'Shoot') ?? []
  const messages = [...new Set(sources.flatMap(({ message }) => message ?? []))]
  if (sources.some(({ complete }) => complete)) return children
  if (messages.length === 0) return reading
  const refused = sources.every(({ phase }) => phase === 'refused')
  return (
    <EmptyState
      reason={refused ? 'forbidden' : 'unreachable'}
      title={refused ? `The console may not read ${what}` : `No ${what} have been read yet`}
    >
      {messages.map(message => (
        <p key={message}>{message}</p>
      ))}
      {!refused && <p>It is tried again all the time.</p>}
    </EmptyState>
  )
}
