import { createHash } from 'node:crypto'

/** A shoot's technical id holds the names of project and shoot; together they have at most so many characters (Gardener). */
const NAMES_LENGTH = 21
const PREFIX = 'c-'
const MOST_OF_NAME = 11
/** 27⁵ = 14 million names; with fewer, two clusters of a landscape would meet before long. */
const LEAST_OF_HASH = 5
/** Letters and digits that spell no words and are not mistaken for each other, as Kubernetes uses for generated names. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * The name of the shoot of a Cluster: the same for the same uid, so that whoever creates it twice meets the first one. Null when
 * the name of the Gardener project leaves too little room; Gardener itself allows projects 10 characters.
 */
export function shootNameOf(uid: string, project: string): string | null {
  const length = Math.min(MOST_OF_NAME, NAMES_LENGTH - project.length) - PREFIX.length
  return length < LEAST_OF_HASH ? null : `${PREFIX}${hashOf(uid, length)}`
}

function hashOf(text: string, length: number): string {
  const base = BigInt(ALPHABET.length)
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  let name = ''
  for (let place = 0; place < length; place++) {
    name += ALPHABET[Number(rest % base)]
    rest /= base
  }
  return name
}
