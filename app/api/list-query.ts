import { z } from 'zod'
import type { ListRequest } from '#lib/queries/list-window.ts'

const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine(value => value >= least && value <= most, { error: `must be from ${least} to ${most}` })
    .default(fallback)

const ListQuery = z.object({
  q: z.string().default(''),
  sort: z.string().max(40, { error: 'must have at most 40 characters' }).default(''),
  offset: wholeNumber(0, 1_000_000, 0),
  limit: wholeNumber(1, 500, 100),
})

/** The parameters of a list route. Throws ZodError for what cannot be read; an error in the search itself comes back with the rows. */
export function parseListQuery(query: Readonly<Record<string, string>>): ListRequest {
  return ListQuery.parse(query)
}
