'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'
import { onTick, serverNow, setServerNow } from './clock.ts'

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
