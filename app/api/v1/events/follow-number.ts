const EVERY_MS = 1_000

/**
 * Polls a number every second and calls `listener` after a change. Returns the function that stops
 * it.
 */
export function followNumber(read: () => number, listener: () => void): () => void {
  let last = read()
  const timer = setInterval(() => {
    const now = read()
    if (now === last) return
    last = now
    listener()
  }, EVERY_MS)
  return () => clearInterval(timer)
}
