'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import {
  addressChanged,
  changeParameter,
  onPendingChange,
  pendingQuery,
  pendingValue,
  writePendingChanges,
} from './pending-changes.ts'

interface ParameterOptions {
  /** Each change is a step for the back button. For what opens and closes, not for what is typed. */
  readonly step?: boolean
}

/**
 * One parameter of the address as state; empty when it is not there. A change is drawn at once and written to the address a
 * moment later. Must stand beside a PageLeave.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new address is the sign
  useEffect(addressChanged, [parameters])
  const change = useCallback((value: string) => changeParameter(name, value, step), [name, step])
  return [pending ?? parameters.get(name) ?? '', change]
}

/** The path and query of this page, also what was typed a moment ago and is not written yet: where a way back leads. */
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
