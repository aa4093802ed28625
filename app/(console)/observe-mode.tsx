'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { Tag } from '#components/ui/tag.tsx'
import { OBSERVE_MODE_REASON } from '#lib/auth/roles.ts'

const Observing = createContext(false)

/** Provides all components below with whether the console is in observe mode. */
export function ObserveModeProvider({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return <Observing value={on}>{children}</Observing>
}

/** Why nothing can be changed, for a disabled control; null unless the console is in observe mode. */
export function useObserveModeReason(): string | null {
  return useContext(Observing) ? OBSERVE_MODE_REASON : null
}

/** Names the mode on every page; renders nothing unless the console is in observe mode. */
export function ObserveModeTag() {
  const reason = useObserveModeReason()
  return (
    reason !== null && (
      <Tag tone="info" longForm={`Observe mode. ${reason}`}>
        Observe mode
      </Tag>
    )
  )
}
