import { z } from 'zod'
import { isOneLine, isSeen } from '#lib/hap/text/text.ts'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { RefusedError } from '#lib/services/refused-error.ts'

const MOST_OF_NAME = 60

const name = z
  .string()
  .trim()
  .min(1, { error: 'is required' })
  .refine(isSeen, { error: 'has nothing that can be seen' })
  .max(MOST_OF_NAME, { error: `has at most ${MOST_OF_NAME} characters` })
  .refine(isOneLine, { error: 'is one line of text' })

export const NewView = z.strictObject({ page: z.string(), name, query: z.string(), shared: z.boolean().default(false) })

export const ViewChange = z
  .strictObject({ name, query: z.string(), shared: z.boolean() })
  .partial()
  .refine(change => Object.keys(change).length > 0, { error: 'names nothing to change' })

/** A view from untrusted data; its page and query are still to be checked. Throws RefusedError. */
export function parseNewView(input: unknown): z.output<typeof NewView> {
  return parsed(NewView, input)
}

/** What is to be another name, query or sharing of a view. Throws RefusedError. */
export function parseViewChange(input: unknown): z.output<typeof ViewChange> {
  return parsed(ViewChange, input)
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: INPUT_WORDS })
  if (!result.success) throw new RefusedError(400, inputProblems(result.error, 'view').join('; '))
  return result.data
}
