/** How deep causes are told. */
const MOST_CAUSES = 5

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
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : null
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(code !== null && { code }),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  }
}
