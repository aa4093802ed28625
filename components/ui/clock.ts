/** The server's time as known to this browser; notifies listeners once a second. */
let offset = 0
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset
}

/**
 * Tolerated difference. Responses have varying latency, which would move displayed times back and
 * forth.
 */
const TOLERANCE_MS = 1_000

/**
 * Sets the clock from the time in a server response (epoch milliseconds), which corrects a skewed
 * browser clock, even one that changes while the page is open.
 */
export function setServerNow(now: number): void {
  if (Math.abs(now - serverNow()) > TOLERANCE_MS) offset = now - Date.now()
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
