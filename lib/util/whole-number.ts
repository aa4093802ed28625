import { z } from 'zod'

/** A whole number of an address. */
export function wholeNumber(least: number, most: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine(value => value >= least && value <= most, { error: `must be from ${least} to ${most}` })
    .default(fallback)
}

/** The part of a list that an address asks for. */
export const LIST_PART = { offset: wholeNumber(0, 1_000_000, 0), limit: wholeNumber(1, 500, 100) }
