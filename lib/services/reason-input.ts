import { z } from 'zod'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { isOneLine, isPlainText, isVisible } from '#lib/hap/text.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { RefusedError } from './refused-error.ts'

/** A reason that may be empty, as in a preview. */
export const DraftReason = z
  .string()
  .trim()
  .max(REASON_LIMITS.reason, `has more than ${REASON_LIMITS.reason} characters`)
  .refine(isPlainText, 'has characters that cannot be shown')

/** Why a user makes a change. */
export const Reason = DraftReason.min(1, 'a reason is required').refine(isVisible, 'a reason is required')

/** The ticket of a change; null for none. */
export const Ticket = z
  .string()
  .trim()
  .max(REASON_LIMITS.ticket, `has more than ${REASON_LIMITS.ticket} characters`)
  .refine(isOneLine, 'must be one line of text')
  .transform(ticket => ticket || null)
  .nullish()
  .transform(ticket => ticket ?? null)

/** Reason and ticket of a change. */
export const ReasonInput = z.strictObject({ reason: Reason, ticket: Ticket })

/** Parses input by a schema. Throws RefusedError. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input, { error: INPUT_MESSAGES })
  if (error) throw new RefusedError(400, formatInputProblems(error, 'body').slice(0, 5).join('; '))
  return data as z.output<Schema>
}
