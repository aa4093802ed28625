import { z } from 'zod'
import { EXPORT_FORMATS } from '#lib/queries/lists/rows-file.ts'

/** The `format` of a route that answers a file. */
export const EXPORT_FORMAT = z.enum(EXPORT_FORMATS, { error: `must be ${EXPORT_FORMATS.join(' or ')}` })

/** The `cols` of such a route; which columns there are the list itself says. */
export const EXPORT_COLUMNS = z.string().max(400, { error: 'must have at most 400 characters' }).default('')
