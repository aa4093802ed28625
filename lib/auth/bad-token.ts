import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** The token of a request stands for nobody; `message` says why and what to do. */
export class BadTokenError extends Error {
  static {
    sameAcrossBundles(BadTokenError, 'BadTokenError')
  }

  override readonly name = 'BadTokenError'
}
