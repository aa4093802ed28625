import { createContext } from 'react'

/** Why no form of the page can be submitted now, as a sentence; null when forms can be. */
export const FormObstacle = createContext<string | null>(null)
