'use client'

import type { ReactNode } from 'react'
import text from '#components/ui/text.module.css'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

interface IfReadProps {
  /** What is counted. */
  readonly what: Listed | readonly Listed[]
  /** What stands behind the number, where it does: "shoots". */
  readonly unit?: string
  /** The number. */
  readonly children: ReactNode
}

/** A number of something, or a dash as long as nobody knows it. */
export function IfRead({ what, unit, children }: IfReadProps) {
  const unread = useUnread(...[what].flat())
  if (unread === null) return children
  return (
    <span className={text.faint} data-tip={unread.title}>
      —{unit && ` ${unit}`}
    </span>
  )
}
