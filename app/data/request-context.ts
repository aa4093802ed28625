import { RENDERED_FOR_HEADER } from '#lib/auth/request-headers.ts'

/** Time without input after which the page counts as unattended. */
const IDLE_AFTER_MS = 60_000

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastInputAt = 0

/**
 * Tracks the last user input on the page, starting now. Browser only. Returns the function that
 * stops it.
 */
export function trackInput(): () => void {
  lastInputAt = Date.now()
  const touched = () => {
    lastInputAt = Date.now()
  }
  for (const touch of INPUT_EVENTS) document.addEventListener(touch, touched, { passive: true, capture: true })
  return () => {
    for (const touch of INPUT_EVENTS) document.removeEventListener(touch, touched, { capture: true })
  }
}

/** Whether the page fetches without a user present. */
export function isIdle(): boolean {
  return Date.now() - lastInputAt >= IDLE_AFTER_MS
}

let latestMoment: string | null = null

/** Stores the moment of an event. */
export function setLatestMoment(moment: string): void {
  latestMoment = moment
}

/**
 * The latest moment that the page knows; null before the first event. A request that sends it
 * accepts an answer computed for another page since.
 */
export function getLatestMoment(): string | null {
  return latestMoment
}

/**
 * Adds the user of the page to every write, including server actions. Patches the browser's
 * `fetch`, because Next.js offers no way to add a header to them. Returns the function that
 * restores it.
 */
export function sendPageUser(person: string): () => void {
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => plain(input, isWrite(init) ? addPageUser(init, person) : init)
  return () => {
    globalThis.fetch = plain
  }
}

function isWrite(init: RequestInit | undefined): init is RequestInit {
  return !/^(get|head)$/i.test(init?.method ?? 'GET')
}

function addPageUser(init: RequestInit, person: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set(RENDERED_FOR_HEADER, encodeURIComponent(person))
  return { ...init, headers }
}
