import { readBearer } from '#lib/auth/api-token.ts'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { runtime } from '#lib/runtime.ts'

const EVERY_MS = 5_000

/**
 * Calls `onBad` when the token of a long-running request becomes invalid. Ignores database
 * failures. Returns the function that stops the check.
 */
export function watchToken({ headers }: Request, onBad: () => void): () => void {
  const token = readBearer(headers)
  if (token === null) return () => {}
  const look = () =>
    runtime()
      .userOfToken(token)
      .catch((error: unknown) => {
        if (error instanceof BadTokenError) onBad()
      })
  const timer = setInterval(() => void look(), EVERY_MS)
  return () => clearInterval(timer)
}
