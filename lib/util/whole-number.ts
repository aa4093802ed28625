import { z } from 'zod'

/** A whole number in the query of an address. */
export function wholeNumber(least: number, most: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine(value => value >= least && value <= most, { error: `must be from ${least} to ${most}` })
    .default(fallback)
}

/** Offset and limit of a list in the query of an address. */
export const LIST_PART = { offset: wholeNumber(0, 1_000_000, 0), limit: wholeNumber(1, 500, 100) }
