/** Maximum size of a request body: a bulk job with the maximum number of targets and the longest names. next.config.js has the same limit. */
export const MAX_BODY_BYTES = 2_000_000

/** Bytes that Next.js adds to the serialized input. */
const OVERHEAD_BYTES = 1_000

/**
 * Why an input is too large for a server action, as a sentence; null when it fits. `what` is its
 * plural subject.
 */
export function sizeRefusal(input: unknown, what: string): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(input)).length + OVERHEAD_BYTES
  if (bytes <= MAX_BODY_BYTES) return null
  return `${what} take ${(bytes / 1e6).toFixed(2)} MB together; the limit is ${MAX_BODY_BYTES / 1e6} MB. Shorten one of them, for example its comments.`
}
