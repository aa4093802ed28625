'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import {
  type ComparisonChoice,
  type DraftTexts,
  getDraftTexts,
  NO_DRAFTS,
  parseComparison,
} from './comparison-choice.ts'

/** Parses the comparison of the search parameters; null when nothing is compared. */
export function useComparisonChoice(): ComparisonChoice | null {
  const [rules] = useParameter(SIMULATOR_PARAMETERS.rules)
  const [compared] = useParameter(SIMULATOR_PARAMETERS.compared)
  return useMemo(() => parseComparison(rules, compared), [rules, compared])
}

/** Returns the drafts in this tab; null during server rendering and hydration. */
export function useDraftTexts(person: string): DraftTexts | null {
  const never = () => () => {}
  const unknown = () => undefined
  const draft = useSyncExternalStore(never, () => getDraftTexts(person).draft, unknown)
  const sent = useSyncExternalStore(never, () => getDraftTexts(person).sent, unknown)
  if (draft === undefined || sent === undefined) return null
  return draft === null && sent === null ? NO_DRAFTS : { draft, sent }
}
