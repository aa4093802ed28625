import { z } from 'zod'
import { MOST_SAID } from '#lib/hap/actions/most-said.ts'
import { isOneLine, isPlainText, isSeen } from '#lib/hap/plain-text.ts'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { RefusedError } from '#lib/services/refused-error.ts'

/** Why something is done, and where it was asked for. */
export const SaidInput = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1, 'a reason is required')
    .refine(isSeen, 'a reason is required')
    .max(MOST_SAID.reason, `has more than ${MOST_SAID.reason} characters`)
    .refine(isPlainText, 'has characters that cannot be shown'),
  ticket: z
    .string()
    .trim()
    .max(MOST_SAID.ticket, `has more than ${MOST_SAID.ticket} characters`)
    .refine(isOneLine, 'is one line of text')
    .transform(ticket => ticket || null)
    .nullish()
    .transform(ticket => ticket ?? null),
})

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
