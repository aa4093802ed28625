'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { DENSITY_COOKIE, type Density, saveCookie } from '#components/ui/appearance.ts'

const Chosen = createContext<readonly [Density, (density: Density) => void]>(['comfortable', () => {}])

/**
 * Provides the row height of all tables. A cookie stores it, so that the server renders with it.
 */
export function DensityProvider({ initial, children }: { readonly initial: Density; readonly children: ReactNode }) {
  const [density, setDensity] = useState(initial)
  const choose = (next: Density) => {
    setDensity(next)
    saveCookie(DENSITY_COOKIE, next === 'compact' ? next : null)
  }
  return <Chosen value={[density, choose]}>{children}</Chosen>
}

/** The chosen row height and its setter. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  return useContext(Chosen)
}
