import { z } from 'zod'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { isOneLine, isPlainText, isVisible } from '#lib/hap/text.ts'

/** A reason that may be empty, as in a preview. */
export const DraftReason = z
  .string()
  .trim()
  .max(REASON_LIMITS.reason, `has more than ${REASON_LIMITS.reason} characters`)
  .refine(isPlainText, 'has characters that cannot be shown')

/** Why a user makes a change. */
export const Reason = DraftReason.min(1, 'a reason is required').refine(isVisible, 'a reason is required')

/** The ticket of a change; null for none. */
export const Ticket = z
  .string()
  .trim()
  .max(REASON_LIMITS.ticket, `has more than ${REASON_LIMITS.ticket} characters`)
  .refine(isOneLine, 'must be one line of text')
  .transform(ticket => ticket || null)
  .nullish()
  .transform(ticket => ticket ?? null)
