import { DRAWN_FOR_HEADER } from '#lib/auth/drawn-for-header.ts'

/**
 * From now on all that the page changes says for whom it was drawn, also the calls of actions, to which Next.js lets nobody add a
 * header: hence at the browser's own `fetch`. Returns what ends it.
 */
export function sayDrawnFor(person: string): () => void {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => plain(input, isChange(init) ? withPerson(init, person) : init)
  return () => {
    globalThis.fetch = plain
  }
}

function isChange(init: RequestInit | undefined): init is RequestInit {
  return !/^(get|head)$/i.test(init?.method ?? 'GET')
}

function withPerson(init: RequestInit, person: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set(DRAWN_FOR_HEADER, encodeURIComponent(person))
  return { ...init, headers }
}
