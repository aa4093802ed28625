import { createHash } from 'node:crypto'

/** Begin of the SHA-256 of a kubeconfig: tells one from the next, and nothing of the token. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
