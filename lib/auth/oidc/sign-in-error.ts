import { sameAcrossBundles } from '#lib/util/across-bundles.ts'
import { SIGN_IN_FAILURES, type SignInFailure } from './sign-in-failure.ts'

/** A sign-in that failed for a known reason. */
export class SignInError extends Error {
  static {
    sameAcrossBundles(SignInError, 'SignInError')
  }

  override readonly name = 'SignInError'
  readonly failure: SignInFailure

  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(SIGN_IN_FAILURES[failure], options)
    this.failure = failure
  }
}

const FAILURE_BY_CLAIM: Readonly<Record<string, SignInFailure>> = {
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
  nonce: 'nonce',
  exp: 'clock',
  nbf: 'clock',
  iat: 'clock',
  auth_time: 'clock',
}

/** By the attribute of a response that differs from the expected value, such as an issuer by a slash at its end. */
const FAILURE_BY_ATTRIBUTE: Readonly<Record<string, SignInFailure>> = { issuer: 'issuer', sub: 'subject' }

const FAILURE_BY_CODE: Readonly<Record<string, SignInFailure>> = {
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  ECONNRESET: 'unreachable',
  UND_ERR_SOCKET: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'declined',
  OAUTH_RESPONSE_BODY_ERROR: 'client',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'client',
}

/**
 * Classifies a failed sign-in from the error of openid-client, next-auth or the network; `failed`
 * when none matches.
 */
export function classifySignInFailure(error: unknown): SignInFailure {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof SignInError) return each.failure
    const code = 'code' in each && typeof each.code === 'string' ? each.code : ''
    const known = FAILURE_BY_CODE[code] ?? classifyClaim(each) ?? classifyMessage(each.message)
    if (known) return known
  }
  return 'failed'
}

/** The innermost cause names the claim or the attribute that failed validation. */
function classifyClaim({ cause }: Error): SignInFailure | undefined {
  if (!isRecord(cause)) return undefined
  if (typeof cause.claim === 'string') return FAILURE_BY_CLAIM[cause.claim]
  return typeof cause.attribute === 'string' ? FAILURE_BY_ATTRIBUTE[cause.attribute] : undefined
}

/** Classifies errors that carry no code. */
function classifyMessage(message: string): SignInFailure | undefined {
  if (/^(State|Nonce|PKCE code_verifier) (cookie was missing|value could not be parsed)|"state"/.test(message))
    return 'state'
  if (/signature/i.test(message)) return 'signature'
  if (/"iss"/.test(message)) return 'issuer'
  if (/"nonce"/.test(message)) return 'nonce'
  if (/"(iat|exp|nbf)"/.test(message)) return 'clock'
  if (/^fetch failed$|ECONNREFUSED|ENOTFOUND|ECONNRESET|outgoing request timed out|expected 200 OK/.test(message))
    return 'unreachable'
  return undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
