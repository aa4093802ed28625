import type { z } from 'zod'
import { dottedPath } from '#lib/hap/document.ts'
import { INPUT_WORDS } from '#lib/input-problems.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'

/** A form shows no more. */
const MOST = 20

/** An order from untrusted data, or what is wrong with it, field by field. */
export function readOrder<Order>(
  schema: z.ZodType<Order>,
  input: unknown,
): { readonly order: Order } | { readonly problems: readonly FieldProblem[] } {
  const { data, error } = schema.safeParse(input, { error: INPUT_WORDS })
  if (!error) return { order: data }
  const byField = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = dottedPath(path) || 'body'
    if (!byField.has(field)) byField.set(field, message)
  }
  return { problems: [...byField].slice(0, MOST).map(([field, message]) => ({ field, message })) }
}
