/** How soon a cluster refused a revoked token. */
export function refusedWords(seconds: number | null): string {
  return seconds === null ? 'The old token was not tried.' : `Refused after ${seconds} s.`
}
