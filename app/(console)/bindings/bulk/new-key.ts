/** A key that nobody else has. The browser's randomUUID is missing where the console is opened without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
