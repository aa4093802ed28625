'use client'

import { createContext, type ReactNode, useContext } from 'react'

const TwoPersons = createContext(false)

/** Provides all components below with whether dangerous actions need two persons. */
export function TwoPersonsProvider({ needed, children }: { readonly needed: boolean; readonly children: ReactNode }) {
  return <TwoPersons value={needed}>{children}</TwoPersons>
}

/** Whether dangerous actions become proposals that a second person approves. */
export function useTwoPersons(): boolean {
  return useContext(TwoPersons)
}
