import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { writePendingChanges } from './pending-changes.ts'

/** Goes to an address of the console as a link would, for what is no link. */
export function useVisit(): (href: string) => void {
  const router = useRouter()
  return useCallback(
    href => {
      // A change of the address while Next.js is on the way to another page would call it back.
      writePendingChanges()
      router.push(href)
    },
    [router],
  )
}
