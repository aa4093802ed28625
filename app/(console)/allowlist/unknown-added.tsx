'use client'

import { Message } from '#components/ui/message.tsx'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { useUnread } from '../unread-sources.tsx'

interface UnknownAddedProps {
  /** Added ids that the inventory does not contain. */
  readonly ids: readonly string[]
}

const NAMED = 5

/** Warns before the save about ids that may be typing errors. */
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
