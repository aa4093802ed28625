'use client'

import { useSyncExternalStore } from 'react'
import { keptDraft } from '../../rules/kept-draft.ts'

/** Text of the draft a person has in this tab; null where there is none. */
export function useDraftText(person: string): string | null {
  return useSyncExternalStore(
    () => () => {},
    () => keptDraft(person)?.text ?? null,
    () => null,
  )
}
