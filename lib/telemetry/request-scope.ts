import { AsyncLocalStorage } from 'node:async_hooks'

interface RequestScope {
  readonly requestId: string
}

// Next.js loads this module once per bundle; all bundles share one scope.
const KEY = Symbol.for('hap.request-scope')
const shared: typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestScope> } = globalThis

function scope(): AsyncLocalStorage<RequestScope> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Binds the current asynchronous execution to a request. */
export function enterRequest(requestId: string): void {
  scope().enterWith({ requestId })
}

/** The id of the current HTTP request, for log and audit log; null outside a request. */
export function currentRequestId(): string | null {
  return scope().getStore()?.requestId ?? null
}
