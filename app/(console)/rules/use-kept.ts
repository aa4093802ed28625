import { useEffect, useRef } from 'react'
import { type OwnDraft, RULES_DRAFT } from './kept-draft.ts'

/** Somebody who types is not held up by keeping each letter. */
const KEEP_MS = 300
/** Keeping a text longer than this takes longer than a frame: it waits until nobody has typed for a while. */
const LONG = 100_000
const KEEP_LONG_MS = 3_000

/** Keeps the draft in this tab, a moment after it was changed, and before the page is left. */
export function useKept(person: string, own: OwnDraft | null): void {
  const kept = useRef<OwnDraft | null>(null)
  const pending = useRef<(() => void) | null>(null)
  useEffect(() => {
    pending.current = null
    // Before the first change nothing is known of what is kept, and nothing is to be taken away.
    if (own === kept.current) return
    const keep = () => {
      pending.current = null
      kept.current = own
      // What somebody else left in this tab stays theirs.
      if (own !== null || RULES_DRAFT.get(person) !== null) RULES_DRAFT.set(person, own)
    }
    pending.current = keep
    const timer = setTimeout(keep, own !== null && own.text.length > LONG ? KEEP_LONG_MS : KEEP_MS)
    return () => clearTimeout(timer)
  }, [person, own])
  useEffect(() => {
    const keepNow = () => pending.current?.()
    // A tab that is not seen may be closed without another word.
    const events = ['pagehide', 'blur'] as const
    for (const event of events) window.addEventListener(event, keepNow)
    return () => {
      for (const event of events) window.removeEventListener(event, keepNow)
      keepNow()
    }
  }, [])
}
