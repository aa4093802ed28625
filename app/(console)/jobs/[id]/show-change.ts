import { createContext } from 'react'
import type { ToldTarget } from '#app/api/job-detail.ts'

/** Opens what changed on a binding of the job; it stays open when its row is scrolled away or is read again. */
export const ShowChange = createContext<(target: ToldTarget) => void>(() => {})
