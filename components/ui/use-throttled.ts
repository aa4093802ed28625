import { useEffect, useState } from 'react'
import { Throttle } from './throttle.ts'

/** Minimum interval of announcements in milliseconds, so that a screen reader can finish each. */
const SPEAK_MS = 3_000

/** The text for assistive technology, updated at a limited rate. */
export function useThrottled(words: string): string {
  const [passed, setPassed] = useState(words)
  const [throttle] = useState(() => new Throttle(words, SPEAK_MS, setPassed))
  useEffect(() => {
    throttle.offer(words)
    return () => throttle.stop()
  }, [throttle, words])
  return passed
}
