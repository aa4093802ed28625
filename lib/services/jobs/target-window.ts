import { z } from 'zod'
import { AGAIN_STATUSES, TARGET_STATUSES, TO_RETRY } from '#lib/hap/actions/job.ts'
import { readInput } from '#lib/input-problems.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'
import type { TargetWindow } from './job-service.ts'

const STATUSES = [...TARGET_STATUSES, TO_RETRY] as const

export const TargetsQuery = z.object({
  ...LIST_PART,
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })))
    .optional(),
})

type Query = Readonly<Record<string, string>>

/** The parameters of the targets of a job; `to-retry` stands for all targets that can be retried. Throws ZodError. */
export function parseTargetWindow(query: Query): TargetWindow {
  const { status, offset, limit } = readInput(TargetsQuery, query)
  if (status?.includes(TO_RETRY)) return { statuses: AGAIN_STATUSES, left: true, offset, limit }
  return { statuses: status?.filter(each => each !== TO_RETRY) ?? null, offset, limit }
}
