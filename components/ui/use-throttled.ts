import { useEffect, useState } from 'react'
import { Throttle } from './throttle.ts'

/** What is read out changes no more often than this: whoever listens hears each to its end. */
const SPEAK_MS = 3_000

/** Words for assistive technology, however often they change. */
export function useThrottled(words: string): string {
  const [passed, setPassed] = useState(words)
  const [throttle] = useState(() => new Throttle(words, SPEAK_MS, setPassed))
  useEffect(() => {
    throttle.offer(words)
    return () => throttle.stop()
  }, [throttle, words])
  return passed
}
