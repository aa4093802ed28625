import { AsyncLocalStorage } from 'node:async_hooks'

interface RequestScope {
  readonly requestId: string
}

// Next.js loads this module once per bundle; all of them mean the same request.
const KEY = Symbol.for('hap.request-scope')
const shared: typeof globalThis & { [KEY]?: AsyncLocalStorage<RequestScope> } = globalThis

function scope(): AsyncLocalStorage<RequestScope> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Everything that goes on from here, and what it waits for, belongs to this request. */
export function enterRequest(requestId: string): void {
  scope().enterWith({ requestId })
}

/** The id of the HTTP request this is done for, as the log and the audit log have it; null outside of one. */
export function currentRequestId(): string | null {
  return scope().getStore()?.requestId ?? null
}
