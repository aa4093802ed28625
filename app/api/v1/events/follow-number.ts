const EVERY_MS = 1_000

/** Calls back after a number became another one, by looking at it every second; returns how it ends. */
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
