import { z } from 'zod'
import { logError } from '#lib/telemetry/log.ts'
import type { Operation } from './operation.ts'
import type { Reply } from './reply.ts'

const EVERY_MS = 60_000
const MAX_ISSUES = 5

/** Time of the last check of each operation. */
const CHECKED = new WeakMap<Operation, number>()

/**
 * Logs a reply that does not fit its declared schema, without its values. Checks one reply of each
 * operation per minute, because a check costs more than many answers.
 */
export function checkReply(operation: Operation, { json, status }: Reply<unknown>, now = performance.now()): void {
  const last = CHECKED.get(operation)
  if (last !== undefined && now - last < EVERY_MS) return
  CHECKED.set(operation, now)
  const schema = operation.answers[status]
  if (!(schema instanceof z.ZodType)) {
    logError(new Error(`${operation.method} ${operation.path} replied with ${status}, which it does not declare.`))
    return
  }
  const { error } = schema.safeParse(JSON.parse(json))
  if (!error) return
  const issues = error.issues.slice(0, MAX_ISSUES).map(({ path, code }) => `${path.join('.')} (${code})`)
  logError(
    new Error(`The reply of ${operation.method} ${operation.path} does not fit its schema: ${issues.join(', ')}.`),
  )
}
