import { z } from 'zod'
import { dottedPath } from '#lib/hap/document.ts'
import { INPUT_MESSAGES } from '#lib/input-problems.ts'
import { type FieldProblem, selectorProblem } from '#lib/operators/api/validate-cluster.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'

/** The name of an object. */
export const ObjectName = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
    'use lowercase letters, digits, dots and hyphens; start and end with a letter or digit',
  )

/** An object as the user saw it: the verb applies to that object, while its spec is unchanged. */
export const SeenInput = ReasonInput.extend({
  seen: z.strictObject({ uid: z.string().min(1).max(64), generation: z.int().min(1) }),
})

/**
 * Requires that an object is the one the user saw, with the same spec. `nothing` says what was not
 * done. Throws RefusedError.
 */
export function requireSeenObject(
  { name, uid, generation }: { readonly name: string; readonly uid?: string; readonly generation?: number },
  seen: z.output<typeof SeenInput>['seen'],
  nothing: 'Nothing was written.' | 'Nothing was deleted.',
): void {
  if (uid !== seen.uid)
    throw new RefusedError(409, `${name} was deleted and re-created since it was read. ${nothing} Read it again.`)
  if (generation !== seen.generation)
    throw new RefusedError(409, `The spec of ${name} was changed since it was read. ${nothing} Read it again.`)
}

const { reason, ticket } = ReasonInput.shape
const name = ObjectName.nullable().catch(null)

const Readable = z.object({
  name,
  spec: z.object({ cluster: name }).catch({ cluster: null }),
  reason: reason.nullable().catch(null),
  ticket: ticket.catch(null),
})

type ReadableInput = z.output<typeof Readable>

const NOTHING: ReadableInput = { name: null, spec: { cluster: null }, reason: null, ticket: null }

/**
 * Parses the valid parts of invalid input, so that the record of its refusal has its name and
 * reason.
 */
export function readableInput(input: unknown): ReadableInput {
  return Readable.safeParse(input).data ?? NOTHING
}

/** A form shows no more. */
const MAX_PROBLEMS = 20

/** Parses an order from untrusted input, or returns the problems by field. */
export function parseFields<Order>(
  schema: z.ZodType<Order>,
  input: unknown,
): { readonly order: Order } | { readonly problems: readonly FieldProblem[] } {
  const { data, error } = schema.safeParse(input, { error: INPUT_MESSAGES })
  if (!error) return { order: data }
  const byField = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = dottedPath(path) || 'body'
    if (!byField.has(field)) byField.set(field, message)
  }
  return { problems: [...byField].slice(0, MAX_PROBLEMS).map(([field, message]) => ({ field, message })) }
}

/** A region or a machine type. */
export const PlaceName = z
  .string()
  .max(63)
  .regex(
    /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
    'use letters, digits, dots, hyphens and underscores; start and end with a letter or digit',
  )

/** Labels; those without a value are left out. */
export function Labels<Key extends string>(keys: readonly Key[]) {
  const value = z
    .string()
    .regex(
      /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/,
      'use at most 63 letters, digits, dots, hyphens and underscores; start and end with a letter or digit',
    )
  return z
    .strictObject(Object.fromEntries(keys.map(key => [key, value.exactOptional()])))
    .default({})
    .transform(labels =>
      Object.fromEntries(Object.entries(labels).flatMap(([key, each]) => (each ? [[key, each]] : []))),
    )
}

/**
 * A subscriptionSelector. It is validated here, so that its problems are reported together with
 * those of other fields.
 */
export const SelectorText = z
  .string()
  .min(1, 'is required')
  .max(300)
  .superRefine((text, context) => {
    const message = selectorProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
