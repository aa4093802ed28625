'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'
import { onTick, serverNow, setServerNow } from './clock.ts'

const RenderedAt = createContext<number | null>(null)

/** Carries the server's time of rendering to the browser, so that relative times are the same in both and age from there. */
export function ClockProvider({ now, children }: { readonly now: number; readonly children: ReactNode }) {
  // Before any text below asks for the time.
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
