import { sameAcrossBundles } from '#lib/across-bundles.ts'
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
