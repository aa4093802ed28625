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
  declined: 'Not signed in: the identity provider declined. Its own page says why, or its administrator knows.',
  client:
    'Not signed in: the identity provider refused this console. An administrator has to check its client id, its secret and the redirect address registered there.',
  unreachable:
    'Not signed in: the identity provider does not answer. Try again in a moment; an administrator can check HAP_OIDC_ISSUER.',
  factor:
    'Not signed in: the identity provider does not say that you proved who you are as this console asks for. Sign in there with a second factor; an administrator can check HAP_OIDC_ACR.',
  subject: 'Not signed in: the identity provider did not say who you are. Tell an administrator.',
  database: 'Nobody can sign in at the moment: the database is not responding. Try again in a few minutes.',
  often: 'Too many attempts to sign in from your address. Wait a minute, then try again.',
  unknown: 'Not signed in: this user is not known here.',
  elsewhere:
    'Not signed in: demo users of a real landscape sign in from the machine of the console alone, and not by way of a proxy. An administrator has to name an identity provider in HAP_OIDC_ISSUER.',
  failed: 'Not signed in: something failed. Try again; the log of the console says more.',
} as const

export type SignInFailure = keyof typeof SIGN_IN_FAILURES

/** Parses untrusted data; an unknown code becomes `failed`. */
export function parseSignInFailure(value: string): SignInFailure {
  return Object.keys(SIGN_IN_FAILURES).find((word): word is SignInFailure => word === value) ?? 'failed'
}
