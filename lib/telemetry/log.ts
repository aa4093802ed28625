import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { maskSecrets } from '#lib/util/mask-secrets.ts'
import { logLevel } from '../env/log-level.ts'
import { currentRequestId } from './request-scope.ts'

let logger: pino.Logger | undefined

/** The log of this process: JSON lines on standard error, at LOG_LEVEL, each with the id of the current request. */
export function log(): pino.Logger {
  logger ??= createLog(logLevel(), pino.destination(2))
  return logger
}

/**
 * A log that removes secrets in three ways: errors are reduced to their own fields, fields with the names of secrets are redacted, and text
 * with the shape of a secret is masked.
 */
export function createLog(level: string, destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: null,
      mixin: requestFields,
      serializers: { err: serializeError },
      redact: { paths: [...SECRET_FIELDS], censor: '[secret]' },
      hooks: { streamWrite: maskSecrets },
    },
    destination,
  )
}

function requestFields(): object {
  const requestId = currentRequestId()
  return requestId === null ? {} : { requestId }
}

/** Logs an unexpected error under a reference that may be shown to people. Returns the reference. */
export function logError(error: unknown): string {
  const reference = randomUUID().slice(0, 8)
  log().error({ reference, err: error }, 'unexpected error')
  return reference
}

/** Depth of logged causes. */
const MAX_CAUSES = 5

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string | number
  readonly cause?: LoggedError
}

/**
 * An error for the log: type, message, stack, code and causes. Other fields, such as a request with its headers or the body of a response, are
 * omitted.
 */
function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : null
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(code !== null && { code }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** Fields that may hold secrets, at each depth that the console logs. */
const SECRET_FIELDS: readonly string[] = [
  'authorization',
  'cookie',
  '"set-cookie"',
  'password',
  'token',
  'idToken',
  'accessToken',
  'refreshToken',
  'secret',
  'clientSecret',
  'client_secret',
  'kubeconfig',
  'privateKey',
].flatMap(field => {
  const own = field.startsWith('"') ? `[${field}]` : `.${field}`
  return [own.replace(/^\./, ''), `*${own}`, `*.*${own}`]
})
