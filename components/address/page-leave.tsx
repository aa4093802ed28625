'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { dropPendingChanges } from './pending-changes.ts'

/** Drops what was typed but not written when the page is left. Once for all of a page's parameters: one that goes away takes nothing from the others. */
export function PageLeave(): null {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page is the sign
  useEffect(() => dropPendingChanges, [pathname])
  return null
}
