'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { addressChanged, changeParameter, onPendingChange, pendingValue } from './pending-changes.ts'

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
