'use client'

import type { ReactNode } from 'react'
import text from '#components/ui/text.module.css'
import type { Listed } from '#lib/queries/health.ts'
import { useUnread } from './use-unread.ts'

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
