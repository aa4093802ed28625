import { z } from 'zod'
import { ROLES } from '#lib/auth/roles.ts'
import { MOST_OF_TOKEN_NAME, MOST_TOKEN_DAYS } from '#lib/auth/token-limits.ts'
import { isOneLine, isSeen } from '#lib/hap/text/text.ts'

/** What is asked for when a token is made. */
export const TokenOrder = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'is required' })
    .max(MOST_OF_TOKEN_NAME, { error: `has at most ${MOST_OF_TOKEN_NAME} characters` })
    .refine(isOneLine, { error: 'is one line of text' })
    .refine(isSeen, { error: 'has nothing that can be seen' })
    .meta({ description: 'What the token is called in lists and in the audit log.' }),
  role: z.enum(ROLES),
  days: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(MOST_TOKEN_DAYS, { error: `must be at most ${MOST_TOKEN_DAYS}` })
    .meta({ description: 'Days until it expires.' }),
})
