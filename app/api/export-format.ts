import { z } from 'zod'
import { EXPORT_FORMATS } from '#lib/queries/lists/rows-file.ts'

/** Parameter `format` of export routes. */
export const EXPORT_FORMAT = z.enum(EXPORT_FORMATS, { error: `must be ${EXPORT_FORMATS.join(' or ')}` })

/** Parameter `cols` of export routes. The list validates the names. */
export const EXPORT_COLUMNS = z.string().max(400, { error: 'must have at most 400 characters' }).default('')
