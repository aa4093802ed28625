import { z } from 'zod'
import { StoreError } from '#lib/store/failure/store-errors.ts'

/**
 * A dump is text with one JSON value per line. Rows are objects, as PostgreSQL writes them; the lines between are lists: a head,
 * the name of a table before its rows, and an end that tells whether all is there.
 */
export const HeadLine = z.tuple([
  z.literal('hap-dump'),
  z.literal(1),
  z.object({
    at: z.string(),
    /** Names of the migrations the rows fit. */
    migrations: z.array(z.string()),
    /** In the order the rows can be written. */
    tables: z.array(z.string()),
  }),
])

export const MarkLine = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.object({ rows: z.number(), sha256: z.string() })]),
])

/** A dump that cannot be made or restored; says why and what to do. */
export class DumpError extends StoreError {
  override readonly name = 'DumpError'
}
