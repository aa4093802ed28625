'use client'

import { Message } from '#components/ui/message.tsx'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { useUnread } from '../use-unread.ts'

interface UnknownAddedProps {
  /** Ids that the change adds and the inventory does not know. */
  readonly ids: readonly string[]
}

const NAMED = 5

/** Says once more, before anything is saved, which ids may be slips of the keyboard. */
export function UnknownAdded({ ids }: UnknownAddedProps) {
  const unread = useUnread('bindings', 'shoots')
  if (ids.length === 0 || unread !== null) return null
  const more = ids.length - NAMED
  return (
    <Message tone="warn">
      {formatPlural(ids.length, 'added id')} {ids.length === 1 ? 'is' : 'are'} not in the inventory:{' '}
      {ids.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}. Check the spelling.
    </Message>
  )
}
