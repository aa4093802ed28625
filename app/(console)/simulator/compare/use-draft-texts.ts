'use client'

import { useSyncExternalStore } from 'react'
import { type DraftTexts, draftTexts, NO_DRAFTS } from './draft-texts.ts'

/** The drafts a person has in this tab; null as long as nobody knows, because the server has drawn the page. */
export function useDraftTexts(person: string): DraftTexts | null {
  const never = () => () => {}
  const unknown = () => undefined
  const draft = useSyncExternalStore(never, () => draftTexts(person).draft, unknown)
  const sent = useSyncExternalStore(never, () => draftTexts(person).sent, unknown)
  if (draft === undefined || sent === undefined) return null
  return draft === null && sent === null ? NO_DRAFTS : { draft, sent }
}
