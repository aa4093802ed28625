/** The server's time, as far as this browser knows, ticking once a second for whoever listens. */
let offset = 0
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset
}

/** News takes a moment to arrive, each time another one; times on the page would move to and fro. */
const WAY_MS = 1_000

/**
 * Sets the clock by what the server said it was when it answered (milliseconds since 1970). Skew of the browser's clock is then harmless,
 * also where somebody sets it while the page is open.
 */
export function setServerNow(now: number): void {
  if (Math.abs(now - serverNow()) > WAY_MS) offset = now - Date.now()
}

/** Calls back each second until the returned function is called. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}
