import { expect, test } from 'vitest'
import { classifySignInFailure, describeSignInError, SignInError } from './sign-in-error.ts'

const coded = (message: string, code: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { code })
const invalid = (message: string) =>
  coded('invalid', 'OAUTH_INVALID_RESPONSE', coded(message, 'OAUTH_INVALID_RESPONSE'))

test.each<[unknown, string, string | null]>([
  [invalid('unexpected JWT "alg" header parameter'), 'signature', 'OAUTH_INVALID_RESPONSE alg'],
  [invalid('"response" body "id_token" property must be a string'), 'failed', 'OAUTH_INVALID_RESPONSE id_token'],
  [invalid('unexpected JWT "auth_time" (authentication time) claim type'), 'clock', 'OAUTH_INVALID_RESPONSE auth_time'],
  [invalid('unexpected "state" response parameter value'), 'state', 'OAUTH_INVALID_RESPONSE state'],
  [invalid('"eyJhbGciOi" is not known'), 'failed', 'OAUTH_INVALID_RESPONSE'],
  [new TypeError('State cookie was missing.'), 'state', 'state cookie'],
  [new TypeError('Nonce value could not be parsed.'), 'state', 'nonce cookie'],
  [new TypeError('PKCE code_verifier cookie was missing.'), 'state', 'pkce code_verifier cookie'],
  [coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'failed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [coded('x', 'secret of the client'), 'failed', 'Error'],
  [
    coded('unexpected status', 'OAUTH_RESPONSE_IS_NOT_CONFORM', new Response(null, { status: 503 })),
    'unreachable',
    'OAUTH_RESPONSE_IS_NOT_CONFORM 503',
  ],
  [
    Object.assign(coded('x', 'OAUTH_RESPONSE_BODY_ERROR'), { error: 'a secret' }),
    'client',
    'OAUTH_RESPONSE_BODY_ERROR other',
  ],
  [new SignInError('factor'), 'factor', null],
  [new SignInError('client', { cause: coded('x', 'ECONNRESET') }), 'client', 'ECONNRESET'],
  ['text', 'failed', 'unknown'],
])('%s is %s, and %j in the log', (error, failure, detail) => {
  expect(classifySignInFailure(error)).toBe(failure)
  expect(describeSignInError(error)).toBe(detail)
})
