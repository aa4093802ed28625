import { NotFoundError } from '#lib/http/request-errors.ts'

/** The number in the address of a revision. Throws NotFoundError for what is none. */
export function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new NotFoundError('Revisions have whole numbers from 1.')
  return Number(text)
}
