/** Time that a condition has on a busy machine. */
const WITHIN_MS = 30_000
const EVERY_MS = 10

/** Asks `look` until it answers with something other than null, and returns that. Throws after half a minute. */
export async function waitFor<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > until) throw new Error(`The condition is not met after ${WITHIN_MS / 1000} s: ${look}`)
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
}
