'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { dropPendingChanges, writePendingChanges } from './pending-changes.ts'

/**
 * Settles what was typed but not written when the page is left. Once for all of a page's parameters: one that goes away takes
 * nothing from the others.
 */
export function PageLeave(): null {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page is the sign
  useEffect(() => dropPendingChanges, [pathname])
  useEffect(() => {
    // An address change during a Next.js navigation would cancel the navigation.
    const settle = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) writePendingChanges()
    }
    document.addEventListener('click', settle, { capture: true })
    return () => document.removeEventListener('click', settle, { capture: true })
  }, [])
  return null
}
