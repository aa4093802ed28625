import { useEffect, useRef } from 'react'
import { keepDraft, keptDraft, type OwnDraft } from './kept-draft.ts'

/** Somebody who types is not held up by keeping each letter. */
const KEEP_MS = 300

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
      if (own !== null || keptDraft(person) !== null) keepDraft(person, own)
    }
    pending.current = keep
    const timer = setTimeout(keep, KEEP_MS)
    return () => clearTimeout(timer)
  }, [person, own])
  useEffect(() => {
    const keepNow = () => pending.current?.()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
}
