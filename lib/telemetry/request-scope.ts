import { AsyncLocalStorage } from 'node:async_hooks'

interface RequestScope {
  readonly requestId: string
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Id of the user, once known. */
  user: string | null
}

// Next.js loads this module once per bundle; all bundles share one scope.
const KEY = Symbol.for('hap.request-scope')
const shared: typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestScope> } = globalThis

function scope(): AsyncLocalStorage<RequestScope> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Binds the current asynchronous execution to a request, and returns its scope. */
export function enterRequest(requestId: string): Readonly<RequestScope> {
  const entered: RequestScope = { requestId, startedAt: performance.now(), user: null }
  scope().enterWith(entered)
  return entered
}

/** Notes the id of the user of the current HTTP request, for the log. */
export function noteRequestUser(user: string): void {
  const current = scope().getStore()
  if (current) current.user = user
}

/** Milliseconds since the start of the current HTTP request; 0 outside a request. */
export function currentRequestAge(): number {
  const startedAt = scope().getStore()?.startedAt
  return startedAt === undefined ? 0 : performance.now() - startedAt
}

/** The id of the current HTTP request, for log and audit log; null outside a request. */
export function currentRequestId(): string | null {
  return scope().getStore()?.requestId ?? null
}
