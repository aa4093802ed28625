import { GardenError } from './garden-error.ts'

/** The error for a request that got no answer: no connection, no trust, or the connection broke. */
export function connectionFailure(doing: string, server: string, cause: unknown, outcomeUnknown: boolean): GardenError {
  const reason = codeOf(cause)
  return new GardenError({
    kind: 'unreachable',
    doing,
    because: `${causeInWords(reason)} (${server}).${adviceFor(reason)}`,
    outcomeUnknown,
    ...(reason === null ? {} : { reason }),
  })
}

/** The error for a request whose time was over. */
export function timeoutFailure(doing: string, server: string, ms: number, outcomeUnknown: boolean): GardenError {
  const kept = outcomeUnknown ? ' Whether it happened is not known.' : ''
  const because = `no answer from ${server} within ${ms / 1000} s.${kept}`
  return new GardenError({ kind: 'timeout', doing, because, outcomeUnknown })
}

function codeOf(cause: unknown): string | null {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null
}

function causeInWords(code: string | null): string {
  if (code === null) return 'the connection broke'
  const known = CAUSES.get(code)
  if (known !== undefined) return known
  return TRUST.test(code) ? 'the certificate of the server is not trusted' : `the connection broke, ${code}`
}

function adviceFor(code: string | null): string {
  if (code === null || !TRUST.test(code)) return ''
  return ' Check certificate-authority and server in the kubeconfig.'
}

/** Codes of Node's TLS checks that mean: this is not the server the kubeconfig trusts. */
const TRUST = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|^ERR_TLS|^ERR_SSL|EPROTO|CRL/

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing answers at that address'],
  ['ENOTFOUND', 'that host name is not known'],
  ['EAI_AGAIN', 'the name service does not answer'],
  ['EHOSTUNREACH', 'that address cannot be reached'],
  ['ENETUNREACH', 'that network cannot be reached'],
  ['ETIMEDOUT', 'that address does not answer'],
  ['ECONNRESET', 'the connection was cut'],
  ['EPIPE', 'the connection was cut'],
  ['ECONNABORTED', 'the connection was cut'],
])
