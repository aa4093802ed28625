'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'

const RenderedAt = createContext<number | null>(null)

/** Passes the server's render time to the browser, so that both render the same relative times. */
export function ClockProvider({ now, children }: { readonly now: number; readonly children: ReactNode }) {
  // A layout effect runs before the passive effects in which descendants subscribe to the clock.
  useLayoutEffect(() => setServerNow(now), [now])
  return <RenderedAt value={now}>{children}</RenderedAt>
}

/**
 * A text that depends on the time. The component renders again only when the text changes. `textAt`
 * takes epoch milliseconds of the server's clock. Requires a ClockProvider above.
 */
export function useTimeText(textAt: (now: number) => string): string {
  const renderedAt = useContext(RenderedAt)
  if (renderedAt === null) throw new Error('A relative time stands outside of ClockProvider')
  return useSyncExternalStore(
    onTick,
    () => textAt(serverNow()),
    () => textAt(renderedAt),
  )
}

/** The server's time as known to this browser; notifies listeners once a second. */
let offset = 0
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset
}

/**
 * Tolerated difference. Responses have varying latency, which would move displayed times back and
 * forth.
 */
const TOLERANCE_MS = 1_000

/**
 * Sets the clock from the time in a server response (epoch milliseconds), which corrects a skewed
 * browser clock, even one that changes while the page is open.
 */
export function setServerNow(now: number): void {
  if (Math.abs(now - serverNow()) > TOLERANCE_MS) offset = now - Date.now()
}

/** Calls back each second until the returned function is called. */
function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}
