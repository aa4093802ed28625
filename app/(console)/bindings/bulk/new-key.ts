/** Creates a unique key. `crypto.randomUUID` is missing where the console is served without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
