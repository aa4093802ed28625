'use client'

import type { ReactNode } from 'react'
import { NoLines } from '#components/ui/line-list.tsx'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

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
