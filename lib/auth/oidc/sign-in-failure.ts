/** Messages for failed sign-ins, by the code in the address of the sign-in page. */
export const SIGN_IN_FAILURES = {
  audience:
    'Not signed in: the identity provider issued its answer for another application. An administrator has to check HAP_OIDC_CLIENT_ID.',
  issuer:
    'Not signed in: the answer came from another identity provider than the one set up. An administrator has to check HAP_OIDC_ISSUER.',
  nonce:
    'Not signed in: the answer belongs to another attempt to sign in. Try again in this window; if it happens again, tell an administrator.',
  signature:
    'Not signed in: the answer is not signed by a key of the identity provider. Try again; if it happens again, tell an administrator.',
  clock:
    'Not signed in: by this console’s clock the answer has expired or is not valid yet. An administrator has to compare both clocks (HAP_OIDC_CLOCK_SKEW).',
  state: 'Not signed in: the attempt was not begun in this browser, or took longer than 15 minutes. Try again.',
  declined:
    'Not signed in: the identity provider declined. Its own page shows the reason; otherwise ask its administrator.',
  provider:
    'Not signed in: the identity provider reports an error of its own. Try again in a moment; if it happens again, contact its administrator.',
  client:
    'Not signed in: the identity provider refused this console. An administrator has to check its client id, its secret, its scopes and the redirect address registered there.',
  unreachable:
    'Not signed in: the identity provider does not respond. Try again in a moment; an administrator can check HAP_OIDC_ISSUER.',
  factor:
    'Not signed in: the identity provider does not confirm a sign-in of the required strength. Sign in there with a second factor; an administrator can check HAP_OIDC_ACR.',
  subject: 'Not signed in: the identity provider did not send your identity. Contact an administrator.',
  database: 'Not signed in: the database is not responding. Try again in a few minutes.',
  often: 'Too many attempts to sign in from your address. Wait a minute, then try again.',
  unknown: 'Not signed in: unknown user.',
  elsewhere:
    'Not signed in: on a real landscape, demo users can only sign in from the machine of the console, without a proxy. An administrator has to name an identity provider in HAP_OIDC_ISSUER.',
  failed:
    'Not signed in: an error occurred. Try again; if it happens again, an administrator can search the log of the console for “sign-in failed”.',
} as const

export type SignInFailure = keyof typeof SIGN_IN_FAILURES

/** Parses untrusted data; an unknown code becomes `failed`. */
export function parseSignInFailure(value: string): SignInFailure {
  return Object.keys(SIGN_IN_FAILURES).find((word): word is SignInFailure => word === value) ?? 'failed'
}
