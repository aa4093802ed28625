import { z } from 'zod'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { INPUT_MESSAGES } from '#lib/input-problems.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { PublishOrder, RollBackOrder } from '#lib/services/rules/publish-rules.ts'

/** Rules in any format of a rule file. */
export const RulesText = z.strictObject({ text: z.string().max(MAX_FILE_BYTES, { error: 'is longer than 1 MB' }) })

/**
 * Returns the preview of a valid draft. Throws RefusedRequestError for an invalid one;
 * /api/v1/rules/check lists its findings.
 */
export function validDraft<Found>(found: Found | null): Found {
  if (found === null)
    throw new RefusedRequestError(400, 'text: is no valid set of rules. /api/v1/rules/check says why.')
  return found
}

/** Fields that a program may omit. The revision that it saw comes from `If-Match`. */
const OPTIONAL = { cases: true, ticket: true, overrideReason: true, overridden: true } as const

/** Body that publishes rules. */
export const PublishBody = z.object(PublishOrder.shape).omit({ basedOn: true }).partial(OPTIONAL)

/** Body that publishes the rules of an older revision again. */
export const RollBackBody = RollBackOrder.omit({ basedOn: true, number: true }).partial(OPTIONAL)

/** Defaults for the fields that programs may omit and the pages always send. */
const SAID = { cases: null, ticket: null, overrideReason: null, overridden: [] }

/** Parses the body of a publication without validating its fields, which the service does. Throws ZodError. */
export function said(body: unknown): Readonly<Record<string, unknown>> {
  return { ...SAID, ...z.record(z.string(), z.unknown()).parse(body, { error: INPUT_MESSAGES }) }
}
