import { createContext } from 'react'

/** Why no form of the page can be sent now, whatever is in it, as a sentence; null when they can. */
export const FormObstacle = createContext<string | null>(null)
