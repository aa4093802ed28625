import { RENDERED_FOR_HEADER } from '#lib/auth/request-headers.ts'

/**
 * Adds the user of the page to every write, including server actions. Patches the browser's
 * `fetch`, because Next.js offers no way to add a header to them. Returns the function that
 * restores it.
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
  headers.set(RENDERED_FOR_HEADER, encodeURIComponent(person))
  return { ...init, headers }
}
