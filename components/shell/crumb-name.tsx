'use client'

import { useEffect, useSyncExternalStore } from 'react'

let named: { readonly pathname: string; readonly name: string } | null = null
const listeners = new Set<() => void>()

function set(next: typeof named): void {
  named = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the breadcrumb's name for an address that does not contain it. */
export function CrumbName({ pathname, name }: { readonly pathname: string; readonly name: string }) {
  useEffect(() => {
    set({ pathname, name })
    return () => set(null)
  }, [pathname, name])
  return null
}

/** The name a page gave to what is open at an address; null as long as it has given none. */
export function useCrumbName(pathname: string): string | null {
  const current = useSyncExternalStore(
    subscribe,
    () => named,
    () => null,
  )
  return current?.pathname === pathname ? current.name : null
}
