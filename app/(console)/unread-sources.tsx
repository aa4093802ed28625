'use client'

import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import text from '#components/ui/text.module.css'
import type { Listed } from '#lib/queries/health.ts'
import { useLive } from './live-provider.tsx'

/** Why the objects are unknown. */
interface Unread {
  /** A title without a full stop. */
  readonly title: string
  /** A permission is missing, so waiting does not help. */
  readonly refused: boolean
  /** Failures as sentences; empty during the first list. */
  readonly messages: readonly string[]
}

/**
 * The first of these sources that is not complete; null when all are, so that a missing object does
 * not exist.
 */
export function useUnread(...listed: readonly Listed[]): Unread | null {
  const { health } = useLive()
  const what = listed.find(each => health === null || health.unread.includes(each))
  if (what === undefined) return null
  const sources = health?.sources.filter(({ source }) => (source === 'Shoot') === (what === 'shoots')) ?? []
  const refused = sources.length > 0 && sources.every(({ phase }) => phase === 'refused')
  return {
    title: refused ? `The console is not permitted to read ${what}` : `No ${what} loaded yet`,
    refused,
    messages: [...new Set(sources.flatMap(({ message }) => message ?? []))],
  }
}

interface IfReadProps {
  /** What the number counts. */
  readonly what: Listed | readonly Listed[]
  /** Unit after the number: "shoots". */
  readonly unit?: string
  /** The number. */
  readonly children: ReactNode
}

/** A number, or a dash while its source has not been read. */
export function IfRead({ what, unit, children }: IfReadProps) {
  const unread = useUnread(...[what].flat())
  if (unread === null) return children
  return (
    <span className={text.faint} data-tip={unread.title}>
      —{unit && ` ${unit}`}
    </span>
  )
}

interface NoneOfProps {
  /** The sources that have to be read before the list can count as empty. */
  readonly what: Listed | readonly Listed[]
  readonly children: ReactNode
}

/** Replaces empty rows of a panel: states that there are none, or why that is unknown. */
export function NoneOf({ what, children }: NoneOfProps) {
  const unread = useUnread(...[what].flat())
  return <NoLines>{unread === null ? children : [`${unread.title}.`, ...unread.messages].join(' ')}</NoLines>
}

interface SourceGapProps {
  /** Listed objects, as in "No bindings loaded yet". */
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
