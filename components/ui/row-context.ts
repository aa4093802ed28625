import { createContext, useContext } from 'react'

const RowIsActive = createContext(true)

/** Provides whether the row of a link has the keyboard focus. */
export const RowContext = RowIsActive.Provider

/** Tab index of a link or button in a row: only those of the active row are tab stops, so that Tab leaves a long table quickly. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowIsActive) ? 0 : -1
}
