/** The id whoever asks gave the request; the audit log keeps it. */
export function requestIdOf({ headers }: Request): string | null {
  return headers.get('x-request-id')?.slice(0, 100) ?? null
}
