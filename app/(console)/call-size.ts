import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** What Next.js adds to what is sent. */
const AROUND = 1_000

/** Why this is too long to be sent to an action, as a sentence; null when it fits. `what` begins the sentence, in the plural. */
export function callTooLong(input: unknown, what: string): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(input)).length + AROUND
  if (bytes <= MAX_BODY_BYTES) return null
  return `${what} take ${(bytes / 1e6).toFixed(2)} MB together; ${MAX_BODY_BYTES / 1e6} MB can be sent at once. Shorten one of them, comments for instance.`
}
