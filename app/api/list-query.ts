import { z } from 'zod'
import type { ListRequest } from '#lib/queries/list-window.ts'
import { LIST_PART } from './whole-number.ts'

const ListQuery = z.object({
  q: z.string().default(''),
  sort: z.string().max(40, { error: 'must have at most 40 characters' }).default(''),
  ...LIST_PART,
})

/** The parameters of a list route. Throws ZodError for what cannot be read; an error in the search itself comes back with the rows. */
export function parseListQuery(query: Readonly<Record<string, string>>): ListRequest {
  return ListQuery.parse(query)
}
