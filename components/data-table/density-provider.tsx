'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { DENSITY_COOKIE, type Density, saveCookie } from '#components/ui/appearance.ts'

const Chosen = createContext<readonly [Density, (density: Density) => void]>(['comfortable', () => {}])

/** How high the rows of all tables are. A cookie keeps it, so that the server draws them so from the start. */
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
