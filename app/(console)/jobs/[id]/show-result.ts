import { createContext } from 'react'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'

/** Opens all that a binding of the job came to; it stays open when its row is scrolled away or is read again. */
export const ShowResult = createContext<(target: JobTargetDetail) => void>(() => {})
