import { z } from 'zod'
import { NotFoundError } from '#lib/http/request-errors.ts'

/** Number of an entry of the audit chain. */
export const EntryNumber = z
  .string()
  .regex(/^\d{1,18}$/, { error: 'must be the number of an entry' })
  .transform(BigInt)

/** The number of an entry in an address. Throws NotFoundError for one that cannot exist. */
export function parseEntryNumber(text: string): bigint {
  const seq = EntryNumber.safeParse(text)
  if (!seq.success) throw new NotFoundError('There is no such entry in the audit log.')
  return seq.data
}
