import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { env } from '../env.ts'
import { loggedError } from './logged-error.ts'
import { masked, SECRET_FIELDS } from './masked.ts'
import { currentRequestId } from './request-scope.ts'

let logger: pino.Logger | undefined

/** The log of this process: JSON lines on standard error, at LOG_LEVEL, each with the id of the request it is about. */
export function log(): pino.Logger {
  logger ??= createLog(env().LOG_LEVEL, pino.destination(2))
  return logger
}

/**
 * A log that keeps secrets back three times: by type (of an error only what is its own, not what libraries hang on it), by the names of fields, and by shape
 * wherever else one stands.
 */
export function createLog(level: string, destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: null,
      mixin: ofRequest,
      serializers: { err: loggedError },
      redact: { paths: [...SECRET_FIELDS], censor: '[secret]' },
      hooks: { streamWrite: masked },
    },
    destination,
  )
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
