/**
 * Longest wait for a fresh answer of the database where the process has an older one. A database whose
 * connections died silently holds a statement much longer.
 */
export const FRESH_MS = 3_000

/** Returns the result of `work`, or `otherwise` after `ms`; the work continues. Throws what `work` throws until then. */
export async function resultWithin<Result, Other>(
  work: Promise<Result>,
  ms: number,
  otherwise: Other,
): Promise<Result | Other> {
  const late = Promise.withResolvers<Other>()
  const timer = setTimeout(late.resolve, ms, otherwise)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
