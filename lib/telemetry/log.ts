import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { env } from '../env.ts'
import { currentRequestId } from './request-scope.ts'

let logger: pino.Logger | undefined

/** The log of this process: JSON lines on standard error, at LOG_LEVEL, each with the id of the request it is about. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: null, mixin: ofRequest }, pino.destination(2))
  return logger
}

function ofRequest(): object {
  const requestId = currentRequestId()
  return requestId === null ? {} : { requestId }
}

/** Logs an unexpected error under a reference that may be shown to people. Returns the reference. */
export function logError(error: unknown): string {
  const reference = randomUUID().slice(0, 8)
  log().error({ reference, err: error }, 'unexpected error')
  return reference
}
