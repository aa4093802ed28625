'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import { type ComparisonChoice, comparisonFrom } from './choice.ts'

/** What is compared with what, from the address; null where nothing is. */
export function useComparisonChoice(): ComparisonChoice | null {
  const [rules] = useParameter(SIMULATOR_PARAMETERS.rules)
  const [compared] = useParameter(SIMULATOR_PARAMETERS.compared)
  return useMemo(() => comparisonFrom(rules, compared), [rules, compared])
}
