import { NotFoundError } from '#lib/http/request-errors.ts'

/** Parses the revision number of an address. Throws NotFoundError for an invalid one. */
export function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new NotFoundError('Revisions have whole numbers from 1.')
  return Number(text)
}
