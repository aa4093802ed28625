import { z } from 'zod'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { Reason, Ticket } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'

/** Why something is done, and where it was asked for. */
export const SaidInput = z.strictObject({ reason: Reason, ticket: Ticket })

/** The name of an object. */
export const ObjectName = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
    'use small letters, digits, dots and hyphens, a letter or digit at both ends',
  )

/** A request as somebody saw it: what is done is done to that one, and while it asks for the same. */
export const SeenInput = SaidInput.extend({
  seen: z.strictObject({ uid: z.string().min(1).max(64), generation: z.int().min(1) }),
})

/** Input by its schema. Throws RefusedError. */
export function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input, { error: INPUT_WORDS })
  if (error) throw new RefusedError(400, inputProblems(error, 'body').slice(0, 5).join('; '))
  return data as z.output<Schema>
}
