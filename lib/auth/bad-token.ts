import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/** The request's token is invalid; `message` states the cause and the remedy. */
export class BadTokenError extends Error {
  static {
    sameAcrossBundles(BadTokenError, 'BadTokenError')
  }

  override readonly name = 'BadTokenError'
}
