import { createContext } from 'react'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'

/**
 * Opens the complete result of a target. The dialog belongs to the table, so it survives scrolling
 * and refreshes of the row.
 */
export const ShowResult = createContext<(target: JobTargetDetail) => void>(() => {})
