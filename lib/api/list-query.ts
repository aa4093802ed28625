import { z } from 'zod'
import { EXPORT_FORMATS } from '#lib/queries/lists/rows-file.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'

/** Parameter `format` of export routes. */
const EXPORT_FORMAT = z.enum(EXPORT_FORMATS, { error: `must be ${EXPORT_FORMATS.join(' or ')}` })

/** Parameter `cols` of export routes. The list validates the names. */
const EXPORT_COLUMNS = z.string().max(400, { error: 'must have at most 400 characters' }).default('')

/** Search and order of a list. */
export const WHOLE_LIST = {
  q: z.string().default(''),
  sort: z.string().max(40, { error: 'must have at most 40 characters' }).default(''),
}

export const ListQuery = z.object({ ...WHOLE_LIST, ...LIST_PART })

export const ExportQuery = z.object({ ...WHOLE_LIST, cols: EXPORT_COLUMNS, format: EXPORT_FORMAT })
