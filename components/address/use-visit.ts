import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { writePendingChanges } from './pending-changes.ts'

/** Goes to an address of the console as a link would, for what is no link. */
export function useVisit(): (href: string) => void {
  const router = useRouter()
  return useCallback(
    href => {
      // An address change during a Next.js navigation would cancel the navigation.
      writePendingChanges()
      router.push(href)
    },
    [router],
  )
}
