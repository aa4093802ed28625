import { z } from 'zod'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'
import { DraftReason, Reason, Ticket } from '#lib/services/reason-input.ts'

/** What the database counts to. */
export const MOST_NUMBER = 2 ** 31 - 1

/** What every publication is asked with. */
export const ORDER_FIELDS = {
  /** Number of the revision the author looked at; 0 = none, the rules of the file. */
  basedOn: z.int().min(0).max(MOST_NUMBER),
  /** Pinned cases that must hold, as YAML; null for those of the revision the author looked at. */
  cases: z.string().max(MOST_BYTES).nullable(),
  reason: Reason,
  ticket: Ticket,
  /** Why it is published although cases fail; null to be refused then. */
  overrideReason: DraftReason.nullable(),
  /** Names of the cases the author has seen fail; another one that fails is refused again. */
  overridden: z.array(z.string()),
}

export type OrderFields = z.infer<z.ZodObject<typeof ORDER_FIELDS>>
