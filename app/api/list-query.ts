import { z } from 'zod'
import { readInput } from '#lib/input-problems.ts'
import type { ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { ListRequest } from '#lib/queries/lists/list-window.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'
import { EXPORT_COLUMNS, EXPORT_FORMAT } from './export-format.ts'

/** What is asked of a list as a whole: its search and its order. */
export const WHOLE_LIST = {
  q: z.string().default(''),
  sort: z.string().max(40, { error: 'must have at most 40 characters' }).default(''),
}

export const ListQuery = z.object({ ...WHOLE_LIST, ...LIST_PART })

export const ExportQuery = z.object({ ...WHOLE_LIST, cols: EXPORT_COLUMNS, format: EXPORT_FORMAT })

/** The parameters of a list route. Throws ZodError for what cannot be read; an error in the search itself comes back with the rows. */
export function parseListQuery(query: Readonly<Record<string, string>>): ListRequest {
  return readInput(ListQuery, query)
}

/** The parameters of a route that answers a list as a file. Throws ZodError. */
export function parseExportQuery(query: Readonly<Record<string, string>>): ExportRequest {
  return readInput(ExportQuery, query)
}
