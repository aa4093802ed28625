import { useSyncExternalStore } from 'react'

const QUERY = '(width < 900px)'

/** Cached, because a list reads it in each frame of a scroll. */
let media: MediaQueryList | null = null

/** Whether rows render as blocks. False on the server, where the style sheet makes the blocks. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      const own = window.matchMedia(QUERY)
      own.addEventListener('change', listener)
      return () => own.removeEventListener('change', listener)
    },
    isNarrow,
    () => false,
  )
}

/** The same outside of rendering. */
export function isNarrow(): boolean {
  media ??= window.matchMedia(QUERY)
  return media.matches
}
