import { isRecord } from '#lib/hap/document.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'
import { SIGN_IN_FAILURES, type SignInFailure } from './sign-in-failure.ts'

/** A sign-in that failed for a known reason. */
export class SignInError extends Error {
  static {
    sameAcrossBundles(SignInError, 'SignInError')
  }

  override readonly name = 'SignInError'
  readonly failure: SignInFailure
  /** Subject of the validated ID token; null when there is none. */
  readonly subject: string | null

  constructor(
    failure: SignInFailure,
    { subject = null, ...options }: ErrorOptions & { readonly subject?: string | null } = {},
  ) {
    super(SIGN_IN_FAILURES[failure], options)
    this.failure = failure
    this.subject = subject
  }
}

/**
 * Claims, attributes and parameters that errors of openid-client name, with the failure; null for those
 * that only the log names. The log names no others, since an error may quote its input.
 */
const FAILURE_BY_PART: Readonly<Record<string, SignInFailure | null>> = {
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
  issuer: 'issuer',
  nonce: 'nonce',
  exp: 'clock',
  nbf: 'clock',
  iat: 'clock',
  auth_time: 'clock',
  sub: 'subject',
  alg: 'signature',
  state: 'state',
  code: null,
  id_token: null,
  access_token: null,
  token_type: null,
  keys: null,
  authorization_endpoint: null,
  token_endpoint: null,
  userinfo_endpoint: null,
  jwks_uri: null,
}

/**
 * Error codes of the identity provider (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section
 * 3.1.2.6) with the failure. Any other code is `other` in the log, since it is the provider's text.
 */
const FAILURE_BY_PROVIDER_ERROR: Readonly<Record<string, SignInFailure>> = {
  access_denied: 'declined',
  login_required: 'declined',
  interaction_required: 'declined',
  account_selection_required: 'declined',
  consent_required: 'declined',
  server_error: 'provider',
  temporarily_unavailable: 'provider',
  invalid_request: 'client',
  invalid_client: 'client',
  invalid_grant: 'client',
  invalid_scope: 'client',
  unauthorized_client: 'client',
  unsupported_grant_type: 'client',
  unsupported_response_type: 'client',
  invalid_request_uri: 'client',
  invalid_request_object: 'client',
  request_not_supported: 'client',
  request_uri_not_supported: 'client',
  registration_not_supported: 'client',
}

const FAILURE_BY_CODE: Readonly<Record<string, SignInFailure>> = {
  // A cookie of the attempt that was encrypted with another key, or for another purpose.
  ERR_JWE_DECRYPTION_FAILED: 'state',
  ERR_JWE_INVALID: 'state',
  ERR_JWT_EXPIRED: 'state',
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
  for (const each of chainOf(error)) {
    if (each instanceof SignInError) return each.failure
    const known =
      FAILURE_BY_PROVIDER_ERROR[providerError(each) ?? ''] ??
      FAILURE_BY_CODE[codeOf(each) ?? ''] ??
      FAILURE_BY_PART[partOf(each) ?? ''] ??
      classifyMessage(each.message)
    if (known) return known
  }
  return 'failed'
}

/**
 * Codes of an error and its causes for the log, such as `OAUTH_JWT_CLAIM_COMPARISON_FAILED aud`. Messages may
 * quote cookies, tokens and texts of the identity provider, so only names from fixed lists appear. Null for a
 * SignInError without a code.
 */
export function describeSignInError(error: unknown): string | null {
  const found = new Set<string>()
  for (const each of chainOf(error))
    for (const detail of [codeOf(each), providerError(each), partOf(each), statusOf(each)])
      if (detail !== null) found.add(detail)
  if (found.size > 0) return [...found].join(' ')
  if (error instanceof SignInError) return null
  return error instanceof Error ? error.name : 'unknown'
}

/** An error and its causes. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each)
  return chain
}

/** Code of openid-client, Node.js or OpenSSL. */
function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,80}$/.test(error.code)
    ? error.code
    : null
}

/** The error code in a response of the identity provider. */
function providerError(error: Error): string | null {
  if (!('error' in error && typeof error.error === 'string')) return null
  return Object.hasOwn(FAILURE_BY_PROVIDER_ERROR, error.error) ? error.error : 'other'
}

/** The claim, attribute or parameter that failed validation. */
function partOf({ message, cause }: Error): string | null {
  const [, cookie] = /^(State|Nonce|PKCE code_verifier) (?:cookie|value)/.exec(message) ?? []
  if (cookie !== undefined) return `${cookie.toLowerCase()} cookie`
  const named = isRecord(cause) ? [cause.claim, cause.attribute] : []
  const quoted = [...message.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  return [...named, ...quoted].find(isPart) ?? null
}

function isPart(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(FAILURE_BY_PART, name)
}

/** HTTP status of a response that is not a valid OpenID Connect response. */
function statusOf({ cause }: Error): string | null {
  return cause instanceof Response ? String(cause.status) : null
}

/** Classifies errors that carry no code. */
function classifyMessage(message: string): SignInFailure | undefined {
  if (/^(State|Nonce|PKCE code_verifier) (cookie was missing|value could not be parsed)/.test(message)) return 'state'
  if (/signature/i.test(message)) return 'signature'
  if (/^fetch failed$|ECONNREFUSED|ENOTFOUND|ECONNRESET|outgoing request timed out|expected 200 OK/.test(message))
    return 'unreachable'
  return undefined
}
