/**
 * Returns a string argument of a server action; empty for any other type, because the client may
 * send anything.
 */
export function textArgument(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
