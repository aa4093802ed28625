'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import {
  addressChanged,
  changeParameter,
  dropPendingChanges,
  onPendingChange,
  pendingQuery,
  pendingValue,
  writePendingChanges,
} from './pending-changes.ts'

interface ParameterOptions {
  /** Whether each change adds a history entry. For dialogs and tabs, not for typed text. */
  readonly step?: boolean
}

/**
 * One URL parameter as state; empty when it is absent. A change is visible at once and written to
 * the address after a delay. Requires a PageLeave on the page.
 */
export function useParameter(
  name: string,
  { step = false }: ParameterOptions = {},
): readonly [string, (value: string) => void] {
  const parameters = useSearchParams()
  const pending = useSyncExternalStore(
    onPendingChange,
    () => pendingValue(name),
    () => null,
  )
  useEffect(() => addressChanged(parameters), [parameters])
  const change = useCallback((value: string) => changeParameter(name, value, step), [name, step])
  return [pending ?? parameters.get(name) ?? '', change]
}

/**
 * Path and query of this page, including changes that are not written yet. Used as return address.
 */
export function useHere(): string {
  const search = useSearchParams().toString()
  const query = search === '' ? '' : `?${search}`
  return (
    usePathname() +
    useSyncExternalStore(
      onPendingChange,
      () => pendingQuery(query),
      () => query,
    )
  )
}

/** Returns a function that navigates to a path of the console as a link does. */
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

/**
 * Writes or drops pending parameter changes when the page is left. One component for all
 * parameters, because unmounting one parameter must not drop the changes of others.
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
