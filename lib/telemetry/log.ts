import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { env } from '../env.ts'
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

/** How deep causes are told. */
const MAX_CAUSES = 5

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly code?: string | number
  readonly cause?: LoggedError
}

/**
 * An error as the log has it: type, words, stack, code and causes. What else libraries hang on their errors, such as the request with
 * its headers or the body of the answer, is left out whatever it is called.
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

/** What a secret looks like wherever it stands, also in the words of a server. In a line of JSON a line break is written `\n`. */
const SECRET_SHAPES: readonly (readonly [shape: RegExp, instead: string])[] = [
  // Passwords in addresses, as in that of a database.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/gi, '$1:[secret]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [secret]'],
  // JSON Web Tokens, sealed ones too.
  [/\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)+/g, '[secret]'],
  // Tokens of this console.
  [/\bhap_[\w-]{43}/g, '[secret]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----).)*-----END [A-Z ]*PRIVATE KEY-----/gs, '[secret]'],
  [
    /\b((?:client-key|certificate-authority|client-certificate)-data|client[-_]secret|password):(\s*)[^\s"\\,}]+/gi,
    '$1:$2[secret]',
  ],
]

/** A line of the log without what has the shape of a secret: the last net, under that of types and names. */
function maskSecrets(line: string): string {
  return SECRET_SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
}

/** Fields that hold secrets, and those that may, at the depths at which the console logs any. */
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
