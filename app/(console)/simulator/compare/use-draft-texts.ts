'use client'

import { useSyncExternalStore } from 'react'
import { type DraftTexts, draftTexts } from './draft-texts.ts'

const NONE: DraftTexts = { draft: null, sent: null }

/** The drafts a person has in this tab. */
export function useDraftTexts(person: string): DraftTexts {
  const onServer = () => null
  const never = () => () => {}
  const draft = useSyncExternalStore(never, () => draftTexts(person).draft, onServer)
  const sent = useSyncExternalStore(never, () => draftTexts(person).sent, onServer)
  return draft === null && sent === null ? NONE : { draft, sent }
}
