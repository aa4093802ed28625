/**
 * Resolves data that the page can also load later; null when it fails, or takes longer than the
 * first paint may wait.
 */
export async function ifSoon<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), PATIENCE_MS)
  try {
    return await Promise.race([answer, late.promise])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const PATIENCE_MS = 150
