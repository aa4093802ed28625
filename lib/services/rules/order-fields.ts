import { z } from 'zod'
import { isOneLine, isPlainText, isSeen } from '#lib/hap/plain-text.ts'
import { MOST_OF_PUBLICATION } from '#lib/hap/publication/most-of-publication.ts'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'

/** What the database counts to. */
export const MOST_NUMBER = 2 ** 31 - 1

const sentence = () =>
  z.string().trim().max(MOST_OF_PUBLICATION.reason).refine(isPlainText, 'has characters that cannot be shown')

/** What every publication is asked with. */
export const ORDER_FIELDS = {
  /** Number of the revision the author looked at; 0 = none, the rules of the file. */
  basedOn: z.int().min(0).max(MOST_NUMBER),
  /** Pinned cases that must hold, as YAML; null for those of the revision the author looked at. */
  cases: z.string().max(MOST_BYTES).nullable(),
  reason: sentence().min(1, 'a reason is required').refine(isSeen, 'a reason is required'),
  ticket: z.string().trim().max(MOST_OF_PUBLICATION.ticket).refine(isOneLine, 'is one line of text').nullable(),
  /** Why it is published although cases fail; null to be refused then. */
  overrideReason: sentence().nullable(),
  /** Names of the cases the author has seen fail; another one that fails is refused again. */
  overridden: z.array(z.string()),
}

export type OrderFields = z.infer<z.ZodObject<typeof ORDER_FIELDS>>
