import { onePerProcess } from '#lib/util/across-bundles.ts'

/** The original method of a request whose method Next.js cannot handle. Only the gate sets this header. */
export const METHOD_HEADER = 'x-hap-method'

/** Marks a request that passed the gate. */
export const PASS_HEADER = 'x-hap-pass'

/** `yes` for a request from this machine, see `isLocal`. Only the gate sets this header. */
export const LOCAL_HEADER = 'x-hap-local'

/** `yes` for a request with a valid session. Only the admission sets this header. */
export const SESSION_HEADER = 'x-hap-session'

/** The value of PASS_HEADER: a secret of this process that all bundles share. */
export function gatePass(): string {
  return onePerProcess('gate-pass', () => crypto.randomUUID())
}
