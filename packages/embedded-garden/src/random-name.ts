import { randomInt } from 'node:crypto'

/** Letters and digits that cannot form words or be confused with each other. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
const LONGEST_BASE = 58

/** A name made from `base` (generateName) and five random characters. */
export function randomName(base: string): string {
  let suffix = ''
  while (suffix.length < SUFFIX_LENGTH) suffix += ALPHABET.charAt(randomInt(ALPHABET.length))
  return base.slice(0, LONGEST_BASE) + suffix
}
