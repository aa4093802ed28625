import { z } from 'zod'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { INPUT_WORDS } from '#lib/input-problems.ts'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'
import { PublishOrder, RollBackOrder } from '#lib/services/rules/publish-rules.ts'

/** Rules in any format of a rule file. */
export const RulesText = z.strictObject({ text: z.string().max(MOST_BYTES, { error: 'is longer than 1 MB' }) })

/** A draft that is valid. Throws RefusedRequestError for one that is not; its findings tell why. */
export function validDraft<Found>(found: Found | null): Found {
  if (found === null)
    throw new RefusedRequestError(400, 'text: is no valid set of rules. /api/v1/rules/check says why.')
  return found
}

/** What a program may leave out; the revision that was looked at comes by `If-Match`. */
const OPTIONAL = { cases: true, ticket: true, overrideReason: true, overridden: true } as const

/** Rules to be published. */
export const PublishBody = z.object(PublishOrder.shape).omit({ basedOn: true }).partial(OPTIONAL)

/** Why the rules of an older revision are to be published again. */
export const RollBackBody = RollBackOrder.omit({ basedOn: true, number: true }).partial(OPTIONAL)

/** What a publication is asked with beside its rules; a program may leave out what a page always says. */
const SAID = { cases: null, ticket: null, overrideReason: null, overridden: [] }

/** The body of a publication; the service checks the fields. Throws ZodError. */
export function said(body: unknown): Readonly<Record<string, unknown>> {
  return { ...SAID, ...z.record(z.string(), z.unknown()).parse(body, { error: INPUT_WORDS }) }
}
