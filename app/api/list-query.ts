import { z } from 'zod'
import { parseInput } from '#lib/input-problems.ts'
import type { ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { ListRequest } from '#lib/queries/lists/list-window.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'
import { EXPORT_COLUMNS, EXPORT_FORMAT } from './export-format.ts'

/** Search and order of a list. */
export const WHOLE_LIST = {
  q: z.string().default(''),
  sort: z.string().max(40, { error: 'must have at most 40 characters' }).default(''),
}

export const ListQuery = z.object({ ...WHOLE_LIST, ...LIST_PART })

export const ExportQuery = z.object({ ...WHOLE_LIST, cols: EXPORT_COLUMNS, format: EXPORT_FORMAT })

/**
 * Parses the parameters of a list route. Throws ZodError for invalid ones; errors in the search are
 * part of the answer.
 */
export function parseListQuery(query: Readonly<Record<string, string>>): ListRequest {
  return parseInput(ListQuery, query)
}

/** Parses the parameters of an export route. Throws ZodError. */
export function parseExportQuery(query: Readonly<Record<string, string>>): ExportRequest {
  return parseInput(ExportQuery, query)
}
