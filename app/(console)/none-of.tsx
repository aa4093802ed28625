'use client'

import type { ReactNode } from 'react'
import { NoLines } from '#components/ui/line-list.tsx'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

interface NoneOfProps {
  /** What has to be read before it can be said that there is none. */
  readonly what: Listed | readonly Listed[]
  readonly children: ReactNode
}

/** What a panel says in place of its lines: that there are none, or why nobody knows. */
export function NoneOf({ what, children }: NoneOfProps) {
  const unread = useUnread(...[what].flat())
  return <NoLines>{unread === null ? children : [`${unread.title}.`, ...unread.messages].join(' ')}</NoLines>
}
