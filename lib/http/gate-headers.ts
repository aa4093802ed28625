/** Tells which method a request had that Next.js cannot read; only the gate sets it. */
export const METHOD_HEADER = 'x-hap-method'

/** What a request has that came through the gate. */
export const PASS_HEADER = 'x-hap-pass'

// The proxy is a bundle of its own: both look here only.
const KEY = Symbol.for('hap.gate-pass')
const shared: typeof globalThis & { [KEY]?: string } = globalThis

/** Nobody outside of this process can know it. */
export function passOfGate(): string {
  shared[KEY] ??= crypto.randomUUID()
  return shared[KEY]
}
