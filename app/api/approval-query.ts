import { z } from 'zod'
import { isOneLine } from '#lib/hap/text/text.ts'
import { wholeNumber } from '#lib/util/whole-number.ts'

/** `target`: a binding as the audit log names it, such as `CredentialsBinding/garden/aws-1`. */
export const ApprovalsQuery = z.object({
  target: z.string().min(1).max(400).refine(isOneLine, { error: 'is one line of text' }).optional(),
  state: z.enum(['waiting'], { error: 'must be waiting' }).optional(),
  limit: wholeNumber(1, 200, 100),
})
