'use client'

import { createContext, type ReactNode, useContext } from 'react'

const TwoPersons = createContext(false)

/** Tells everything below whether dangerous actions take two persons. */
export function TwoPersonsProvider({ needed, children }: { readonly needed: boolean; readonly children: ReactNode }) {
  return <TwoPersons value={needed}>{children}</TwoPersons>
}

/** Whether dangerous actions are proposed here, and done once somebody else approves. */
export function useTwoPersons(): boolean {
  return useContext(TwoPersons)
}
