import { onePerProcess } from '#lib/across-bundles.ts'

/** Tells which method a request had that Next.js cannot read; only the gate sets it. */
export const METHOD_HEADER = 'x-hap-method'

/** What a request has that came through the gate. */
export const PASS_HEADER = 'x-hap-pass'

/** Says `yes` of a request that began on this very machine, as far as can be told; only the gate sets it. */
export const LOCAL_HEADER = 'x-hap-local'

/** Says `yes` of a request whose sender has a session that lasts; only the gate sets it. */
export const SESSION_HEADER = 'x-hap-session'

/** Nobody outside of this process can know it. The proxy is a bundle of its own, and has the same one. */
export function gatePass(): string {
  return onePerProcess('gate-pass', () => crypto.randomUUID())
}
